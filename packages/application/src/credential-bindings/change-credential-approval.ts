import { type CredentialBinding, type Result, refuse } from '@govgate/domain';
import {
  APPROVAL_TRIGGERS,
  type ApprovalTarget,
  contributorOf,
  decideApproval,
} from '@govgate/domain/internal';
import type { CallContext, UseCase } from '../call/context.js';
import { mayEverywhere } from './binding-environments.js';
import {
  type BindingChange,
  type BindingChangeDeps,
  changeCredentialBinding,
} from './change-credential-binding.js';
import { type CredentialBindingView, credentialBindingView } from './credential-binding-view.js';
import type { CredentialBindingRef } from './load-credential-binding.js';

export interface ChangeCredentialApprovalInput extends CredentialBindingRef {
  readonly toStatus: ApprovalTarget;
  readonly reasonCode: string;
  readonly reason: string;
}

/** The result of an approval transition (docs/spec/credential-bindings.md#record). */
export interface ApprovalResult {
  readonly schemaVersion: '1.0';
  readonly accepted: true;
  readonly reasonCode: 'approval_state_changed' | 'no_change';
  readonly binding: CredentialBindingView;
  readonly auditEventIds: readonly string[];
  readonly revocationId: string | undefined;
  readonly affectedClientSessionIds: readonly string[];
}

/** Moves a binding through its approval states; leaving approved fences the runtime in the same commit (docs/spec/credential-bindings.md#approval). */
export const makeChangeCredentialApproval =
  (deps: BindingChangeDeps): UseCase<ChangeCredentialApprovalInput, ApprovalResult> =>
  (context, input) =>
    changeCredentialBinding(deps, context, {
      ...input,
      permission: 'credential_binding.approve',
      eventType: 'credential_binding.approval_changed',
      action: APPROVAL_TRIGGERS[input.toStatus],
      allow: (binding) => mayApprove(context, input, binding),
      decide: (binding, made) => {
        const by = contributorOf(context.principal);
        return decideApproval(binding, { ...input, ...made, by, fourEyes: deps.settings.fourEyes });
      },
      answer: (change) => approvalResult(deps, context, change),
    });

// An approval opens the credential to every environment the binding allows, so it requires the permission in each.
const mayApprove = (
  { principal }: CallContext,
  { toStatus }: ChangeCredentialApprovalInput,
  binding: CredentialBinding,
): Result<undefined> =>
  toStatus !== 'approved' || mayEverywhere(principal, 'credential_binding.approve', binding)
    ? { ok: true, value: undefined }
    : refuse('permission_denied');

const approvalResult = (
  { settings }: BindingChangeDeps,
  context: CallContext,
  { stored, moved, auditEventIds, revocationId, affectedClientSessionIds }: BindingChange,
): ApprovalResult => ({
  schemaVersion: '1.0',
  accepted: true,
  reasonCode: moved ? 'approval_state_changed' : 'no_change',
  binding: credentialBindingView(context, stored, settings),
  auditEventIds,
  revocationId,
  affectedClientSessionIds,
});
