import { defineClasses } from '../redaction/classes.js';
import type { Agent } from './agent.js';

/** Field classes of an agent: nothing in it is secret. */
export const agentClasses = defineClasses<Agent>()({
  agentId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  name: 'public',
  purpose: 'public',
  lifecycleState: 'public',
  approvalStatus: 'public',
  owner: 'public',
  allowedSurfaces: 'public',
  allowedEnvironments: 'public',
  delegationMode: 'public',
  credentialMode: 'public',
  instanceIdentity: 'public',
  hands: 'public',
  submittedBy: 'public',
  submittedAt: 'public',
  reviewedBy: 'public',
  reviewReasonCode: 'public',
  reviewReason: 'public',
  reviewedAt: 'public',
  disabledAt: 'public',
  archivedAt: 'public',
  revokedAt: 'public',
  revocationId: 'public',
  createdAt: 'public',
  updatedAt: 'public',
});
