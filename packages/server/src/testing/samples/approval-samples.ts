import { type CallApproval, callDigest } from '@govgate/domain';
import { callApprovalKind, clientSessionKind, policyVersionKind } from '@govgate/ports';
import { PRODUCTION, TEAM, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { sampleDraft } from './policy-samples.js';
import { sampleSession } from './session-samples.js';

const NOW = '2026-01-02T00:00:00.000Z';
const scope = { tenant_id: TENANT, environment_id: PRODUCTION };
const reason = { reason_code: 'sample', reason: 'A sample' };
const on = (approval_id: string) => ({ params: { approval_id }, query: scope });

/** The digest of a call of the sample session. */
export const sampleDigest = (toolId = 'write'): string =>
  callDigest({
    tenantId: TENANT,
    environmentId: PRODUCTION,
    clientSessionId: 'sess_calling',
    serverId: 'srv_search',
    toolId,
    action: 'tool.invoke',
    policyVersion: 'pv_live',
    ruleId: 'ask-for-writes',
  });

/** An approval as the store holds it; its session's user is not the one who decides in the samples. */
const sampleApproval = (approvalId: string, facts: Partial<CallApproval> = {}): CallApproval => ({
  approvalId,
  tenantId: TENANT,
  environmentId: PRODUCTION,
  clientSessionId: 'sess_calling',
  userId: 'vic',
  agentId: null,
  serverId: 'srv_search',
  toolId: 'write',
  action: 'tool.invoke',
  policyVersion: 'pv_live',
  ruleId: 'ask-for-writes',
  approverRole: 'security_admin',
  ownerTeam: TEAM,
  contextDigest: null,
  argumentsDigest: null,
  callDigest: sampleDigest(approvalId),
  status: 'pending',
  requestedBy: { actorType: 'service_account', actorId: 'deployer', persons: [] },
  requestedAt: NOW,
  expiresAt: '2099-01-01T00:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decisionReasonCode: null,
  closedAt: null,
  ...facts,
});

const approved: Partial<CallApproval> = {
  status: 'approved',
  decidedBy: 'ada',
  decidedAt: NOW,
  decisionReasonCode: 'sample',
};

/** Approvals of calls at run time. */
export const APPROVAL_SAMPLES: Readonly<Record<string, OperationSample>> = {
  approveCall: { ...on('apr_pending'), body: reason },
  denyCall: { ...on('apr_pending'), body: reason },
  listApprovals: { params: {}, query: { ...scope, status: 'pending' } },
  readApproval: { ...on('apr_pending'), query: { ...scope, wait: '0' } },
  requestApproval: {
    params: {},
    query: scope,
    body: {
      client_session_id: 'sess_calling',
      server_id: 'srv_search',
      tool_id: 'write',
      policy_version: 'pv_live',
      rule_id: 'ask-for-writes',
    },
    again: 200,
  },
  useApproval: { ...on('apr_approved'), body: { call_digest: sampleDigest('apr_approved') }, again: 409 },
};

export const APPROVAL_RECORDS: readonly SampleRecord[] = [
  {
    kind: policyVersionKind,
    record: sampleDraft('pv_live', {
      status: 'active',
      lastPublishedAt: NOW,
      lastPublishedBy: 'ada',
    }),
  },
  {
    kind: clientSessionKind,
    record: sampleSession('sess_calling', { agentId: null, credentialBindingIds: [] }),
  },
  { kind: callApprovalKind, record: sampleApproval('apr_pending') },
  { kind: callApprovalKind, record: sampleApproval('apr_approved', approved) },
];
