import { contributorOfUser, NOW } from '../../testing/people.js';
import { type CredentialBinding, newCredentialBinding } from '../credential-binding.js';

/** A draft created by Carol, with overrides. */
export const credentialOf = (fields: Partial<CredentialBinding> = {}): CredentialBinding => ({
  ...newCredentialBinding(
    {
      credentialBindingId: 'cb_crm',
      tenantId: 'acme',
      environmentId: 'production',
      allowedEnvironmentIds: ['production'],
      owner: { team: 'risk', userId: 'usr_carol', escalationContact: 'risk@example', oncallRotation: 'risk' },
      source: { sourceType: 'mcp_server', sourceId: 'srv_crm' },
      secretStoreType: 'openbao',
      secretRefSummary: 'openbao:…/crm',
      secretRefFingerprint: '0123456789abcdef',
      credentialMode: 'shared_service',
      allowedTargets: [
        {
          targetType: 'mcp_tool',
          serverId: 'srv_crm',
          toolId: 'search',
          credentialMode: 'shared_service',
          policyRefs: ['pv_2', 'pv_1'],
        },
        {
          targetType: 'mcp_tool',
          serverId: 'srv_crm',
          toolId: 'read',
          credentialMode: 'shared_service',
          policyRefs: ['pv_1'],
        },
      ],
      rotation: { versionRef: 'v1' },
    },
    { by: contributorOfUser('usr_carol'), now: '2026-02-01T00:00:00.000Z' },
  ),
  ...fields,
});

/** A binding that Carol submitted and Bob approved. */
export const approvedCredential = (fields: Partial<CredentialBinding> = {}): CredentialBinding =>
  credentialOf({
    approvalStatus: 'approved',
    lifecycleState: 'active',
    submittedBy: 'usr_carol',
    submittedAt: '2026-02-02T00:00:00.000Z',
    reviewedBy: 'usr_bob',
    reviewReasonCode: 'reviewed',
    reviewReason: 'Looks right',
    reviewedAt: '2026-02-03T00:00:00.000Z',
    runtimeProjectionVersionRef: 'v1',
    ...fields,
  });

/** Ada's request to the approval endpoint. */
export const approvalRequest = {
  reasonCode: 'reviewed',
  reason: 'Looks right',
  by: contributorOfUser('usr_ada'),
  now: NOW,
  fourEyes: true,
  revocationId: 'rev_1',
};
