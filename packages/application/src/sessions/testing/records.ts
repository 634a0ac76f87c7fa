import type { ClientSession, CredentialBinding } from '@govgate/domain';
import { newCredentialBinding } from '@govgate/domain/internal';
import { contributorOfUser } from '@govgate/ports-testkit';
import { PROD_SCOPE, PRODUCTION, START } from '../../testing/use-case-bench.js';
import type { ReportSessionInput } from '../report-session.js';

export const session = (over: Partial<ClientSession> = {}): ClientSession => ({
  clientSessionId: 'cs_1',
  ...PROD_SCOPE,
  userId: 'bob',
  agentId: null,
  clientSurfaceId: null,
  state: 'active',
  backendSessionIds: ['be_1', 'be_2'],
  credentialBindingIds: [],
  createdAt: START,
  lastSeenAt: START,
  revocationId: null,
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

/** A newly created binding: in draft and inactive. */
export const draftBinding = (over: Partial<CredentialBinding> = {}): CredentialBinding => ({
  ...newCredentialBinding(
    {
      credentialBindingId: 'cb_1',
      ...PROD_SCOPE,
      allowedEnvironmentIds: [PRODUCTION],
      owner: { team: 'payments', userId: 'bob', escalationContact: 'oncall', oncallRotation: 'payments' },
      source: { sourceType: 'mcp_server', sourceId: 'srv_1' },
      secretStoreType: 'hashicorp_vault',
      secretRefSummary: 'hashicorp_vault:…/api-key',
      secretRefFingerprint: '0123456789abcdef',
      credentialMode: 'shared_service',
      allowedTargets: [
        {
          targetType: 'mcp_tool',
          serverId: 'srv_1',
          toolId: 'pay',
          credentialMode: 'shared_service',
          policyRefs: ['pv_1'],
        },
      ],
      rotation: { versionRef: 'v1' },
    },
    { by: contributorOfUser('bob'), now: START },
  ),
  ...over,
});

/** A binding in use: submitted by bob, approved by ada. */
export const approvedBinding = (over: Partial<CredentialBinding> = {}): CredentialBinding =>
  draftBinding({
    approvalStatus: 'approved',
    lifecycleState: 'active',
    submittedBy: 'bob',
    submittedAt: START,
    reviewedBy: 'ada',
    reviewedAt: START,
    reviewReasonCode: 'looks_good',
    reviewReason: 'Checked',
    runtimeProjectionVersionRef: 'v1',
    ...over,
  });
