import { authorize, type DataPlane, type DataPlaneObservation } from '@govgate/domain';
import {
  classifyDataPlane,
  type DataPlaneClassification,
  type DesiredState,
  dataPlaneActionViews,
  type ObservedPlane,
  type PlaneActionView,
  TRUST_BOUNDARY_FACTS,
} from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { recordTag } from '../call/record-tag.js';

/** A data plane as answered in lists (docs/spec/data-planes.md#item). */
export interface DataPlaneItem
  extends Pick<DataPlane, 'dataPlaneId' | 'displayName' | 'tenantId' | 'environmentId' | 'deploymentMode'>,
    Pick<DataPlane, 'location'>,
    Pick<DataPlaneObservation, 'version' | 'activeSessions' | 'backupRestore'>,
    Omit<DataPlaneClassification, 'status'> {
  readonly trustBoundary: DataPlane['trustBoundary'] & typeof TRUST_BOUNDARY_FACTS;
  readonly allowedActions: readonly PlaneActionView[];
}

/** A data plane as answered on its own. */
export interface DataPlaneView extends DataPlaneItem {
  readonly schemaVersion: '1.0';
  /** The latest order of each kind by time, so that a plane knows which it has already followed. */
  readonly orders: Pick<DataPlane, 'drainRequestedAt' | 'upgradeRequestedAt' | 'resyncRequestedAt'>;
  /** The record's part of the ETag header. */
  readonly tag: string;
}

/** What a plane's state is judged by. */
interface Expectation {
  readonly desired: DesiredState;
  readonly nowMs: number;
}

export const dataPlaneItem = (
  { principal }: CallContext,
  { plane, observation }: ObservedPlane,
  { desired, nowMs }: Expectation,
): DataPlaneItem => {
  const { tenantId, environmentId, dataPlaneId } = plane;
  const classified = classifyDataPlane(plane, observation, desired, nowMs);
  const target = { tenantId, environmentId, resourceId: dataPlaneId, ownerTeam: null };
  const mayOperate = authorize(principal, 'data_plane.operate', target);
  return {
    dataPlaneId,
    displayName: plane.displayName,
    tenantId,
    environmentId,
    deploymentMode: plane.deploymentMode,
    location: plane.location,
    version: observation.version,
    heartbeat: classified.heartbeat,
    readiness: classified.readiness,
    policySync: classified.policySync,
    configPropagation: classified.configPropagation,
    activeSessions: observation.activeSessions,
    drain: classified.drain,
    upgrade: classified.upgrade,
    backupRestore: observation.backupRestore,
    trustBoundary: { ...plane.trustBoundary, ...TRUST_BOUNDARY_FACTS },
    allowedActions: dataPlaneActionViews(classified, observation, mayOperate),
    healthReasonCodes: classified.healthReasonCodes,
  };
};

interface StoredPlane {
  readonly stored: Stored<DataPlane>;
  readonly observation: DataPlaneObservation;
}

export const dataPlaneView = (
  context: CallContext,
  { stored, observation }: StoredPlane,
  { desired, nowMs }: Expectation,
): DataPlaneView => {
  const { drainRequestedAt, upgradeRequestedAt, resyncRequestedAt } = stored.record;
  return {
    schemaVersion: '1.0',
    ...dataPlaneItem(context, { plane: stored.record, observation }, { desired, nowMs }),
    orders: { drainRequestedAt, upgradeRequestedAt, resyncRequestedAt },
    tag: recordTag(stored),
  };
};
