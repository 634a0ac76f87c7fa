import type { ClientSession, CredentialBinding } from '@govgate/domain';
import { approvedCredential, contributorOfUser, credentialOf, sessionOf } from '@govgate/domain/testing';
import { PROD_SCOPE, START } from '../../testing/use-case-bench.js';
import type { ReportSessionInput } from '../report-session.js';

/** An active session of bob's, without an agent or a surface. */
export const session = (over: Partial<ClientSession> = {}): ClientSession =>
  sessionOf({
    userId: 'bob',
    agentId: null,
    clientSurfaceId: null,
    backendSessionIds: ['be_1', 'be_2'],
    credentialBindingIds: [],
    createdAt: START,
    lastSeenAt: START,
    ...over,
  });

/** What a data plane reports about the session; it names a backend session twice. */
export const report = (over: Partial<ReportSessionInput> = {}): ReportSessionInput => ({
  scope: PROD_SCOPE,
  clientSessionId: 'cs_1',
  userId: 'bob',
  agentId: null,
  clientSurfaceId: null,
  state: 'active',
  backendSessionIds: ['be_2', 'be_1', 'be_1'],
  credentialBindingIds: [],
  ...over,
});

const OF_PAYMENTS: Partial<CredentialBinding> = {
  credentialBindingId: 'cb_1',
  owner: { team: 'payments', userId: 'bob', escalationContact: 'oncall', oncallRotation: 'payments' },
  source: { sourceType: 'mcp_server', sourceId: 'srv_1' },
  secretStoreType: 'hashicorp_vault',
  secretRefSummary: 'hashicorp_vault:…/api-key',
  allowedTargets: [
    {
      targetType: 'mcp_tool',
      serverId: 'srv_1',
      toolId: 'pay',
      credentialMode: 'shared_service',
      policyRefs: ['pv_1'],
    },
  ],
  createdBy: 'bob',
  hands: { created: contributorOfUser('bob') },
};

/** A newly created binding: in draft and inactive. */
export const draftBinding = (over: Partial<CredentialBinding> = {}): CredentialBinding =>
  credentialOf({ ...OF_PAYMENTS, ...over });

/** A binding in use. */
export const approvedBinding = (over: Partial<CredentialBinding> = {}): CredentialBinding =>
  approvedCredential({ ...OF_PAYMENTS, submittedBy: 'bob', reviewedBy: 'ada', ...over });
