import { openActions } from '../authorization/open-actions.js';
import type { Principal } from '../authorization/principal.js';
import { handOf } from '../four-eyes/hand.js';
import type { CredentialBinding } from './credential-binding.js';
import {
  credentialApprovalActions,
  credentialApprovalMachine,
  credentialLifecycleActions,
  credentialLifecycleMachine,
} from './credential-binding.machine.js';
import { hadHandInBinding } from './decide-approval.js';

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
  const approval = openActions(principal, credentialApprovalMachine, credentialApprovalActions, target, {
    state: binding.approvalStatus,
    facts: { another_person: !(rules.fourEyes && hadHandInBinding(binding, handOf(principal))) },
  });
  const lifecycle = openActions(principal, credentialLifecycleMachine, credentialLifecycleActions, target, {
    state: binding.lifecycleState,
    facts: { approved: binding.approvalStatus === 'approved' },
  });
  return [...approval, ...lifecycle].sort();
};
