import { defineClasses } from '../redaction/classes.js';
import type { CallApproval } from './call-approval.js';

/** Field classes of an approval: ids, times and a digest, nothing from the call's content. */
export const callApprovalClasses = defineClasses<CallApproval>()({
  approvalId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  clientSessionId: 'public',
  userId: 'public',
  agentId: 'public',
  serverId: 'public',
  toolId: 'public',
  action: 'public',
  policyVersion: 'public',
  ruleId: 'public',
  approverRole: 'public',
  ownerTeam: 'public',
  contextDigest: 'public',
  argumentsDigest: 'public',
  callDigest: 'public',
  status: 'public',
  requestedBy: 'public',
  requestedAt: 'public',
  expiresAt: 'public',
  decidedBy: 'public',
  decidedAt: 'public',
  decisionReasonCode: 'public',
  closedAt: 'public',
});
