import { allowedActions, defineActions, mayOn } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import { type Contributor, contributorOf } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { type Verbs, verbActions } from '../verb/verbs.js';
import type { CredentialBinding } from './credential-binding.js';
import { credentialApprovalMachine, credentialLifecycleMachine } from './credential-binding.machine.js';
import { contributedToBinding } from './decide-approval.js';
import { decideDisableBinding, decideEnableBinding, decideRevokeBinding } from './end-credential-binding.js';
import { decideSubmitBinding } from './submit-credential-binding.js';

/** What a verb of a binding is decided by. */
interface BindingVerbRequest {
  readonly now: Instant;
  readonly by: Contributor;
  readonly revocationId: string;
}

/** The verbs of a binding that take no input but their reason. */
export const bindingVerbs = {
  submit: {
    permission: 'credential_binding.create',
    eventType: 'credential_binding.submitted',
    summary: 'Submits a credential binding for review',
    decide: decideSubmitBinding,
  },
  disable: {
    permission: 'credential_binding.disable',
    eventType: 'credential_binding.disabled',
    summary: 'Disables a credential binding; its live sessions stop at once',
    decide: decideDisableBinding,
  },
  enable: {
    permission: 'credential_binding.disable',
    eventType: 'credential_binding.enabled',
    summary: 'Enables a disabled credential binding',
    decide: decideEnableBinding,
  },
  revoke: {
    permission: 'credential_binding.revoke',
    eventType: 'credential_binding.revoked',
    summary: 'Revokes a credential binding for good and ends its sessions',
    decide: decideRevokeBinding,
  },
} as const satisfies Verbs<CredentialBinding, BindingVerbRequest>;

// All of these but `submit` and `revoke` belong to the approval endpoint.
const credentialApprovalActions = defineActions(credentialApprovalMachine, [
  { action: 'read', permission: 'credential_binding.read' },
  { action: 'reopen', permission: 'credential_binding.approve', trigger: 'reopen' },
  { action: 'request_changes', permission: 'credential_binding.approve', trigger: 'request_changes' },
  { action: 'approve', permission: 'credential_binding.approve', trigger: 'approve' },
  { action: 'reject', permission: 'credential_binding.approve', trigger: 'reject' },
  ...verbActions(bindingVerbs, ['submit', 'revoke']),
]);

const credentialLifecycleActions = defineActions(credentialLifecycleMachine, [
  { action: 'rotate', permission: 'credential_binding.rotate', trigger: 'rotate' },
  ...verbActions(bindingVerbs, ['disable', 'enable']),
]);

/** What the caller may do with a binding now, sorted. Under four eyes, approval is not offered to people involved in it. */
export const credentialBindingAllowedActions = (
  principal: Principal,
  binding: CredentialBinding,
  rules: { readonly fourEyes: boolean },
): string[] => {
  const target = {
    tenantId: binding.tenantId,
    environmentId: binding.environmentId,
    resourceId: binding.credentialBindingId,
    ownerTeam: binding.owner.team,
  };
  const may = mayOn(principal, target);
  const approval = {
    state: binding.approvalStatus,
    facts: { another_person: !(rules.fourEyes && contributedToBinding(binding, contributorOf(principal))) },
  };
  const lifecycle = {
    state: binding.lifecycleState,
    facts: { approved: binding.approvalStatus === 'approved' },
  };
  return [
    ...allowedActions(credentialApprovalActions, approval, may),
    ...allowedActions(credentialLifecycleActions, lifecycle, may),
  ].sort();
};
