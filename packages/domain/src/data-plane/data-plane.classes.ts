import { defineClasses } from '../redaction/classes.js';
import type { DataPlane, DataPlaneObservation } from './data-plane.js';

/** Field classes of a data plane: only the reference to its probe's address is secret. */
export const dataPlaneClasses = defineClasses<DataPlane>()({
  dataPlaneId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  displayName: 'public',
  deploymentMode: 'public',
  location: 'public',
  trustBoundary: 'public',
  readinessProbeRef: 'secret',
  drainRequestedAt: 'public',
  upgradeRequestedAt: 'public',
  resyncRequestedAt: 'public',
  createdAt: 'public',
  updatedAt: 'public',
});

/** Field classes of what was seen of a data plane. */
export const dataPlaneObservationClasses = defineClasses<DataPlaneObservation>()({
  dataPlaneId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  lastSeenAt: 'public',
  version: 'public',
  readiness: 'public',
  policySync: 'public',
  configPropagation: 'public',
  activeSessions: 'public',
  drainState: 'public',
  upgradeState: 'public',
  backupRestore: 'public',
  lastRevocationSequence: 'public',
  revocationSteps: 'public',
});
