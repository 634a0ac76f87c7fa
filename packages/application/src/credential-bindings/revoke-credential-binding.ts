import { decideRevokeBinding } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import {
  type BindingChangeDeps,
  changeToView,
  type ReasonedBindingInput,
} from './change-credential-binding.js';
import type { CredentialBindingView } from './credential-binding-view.js';

/** Revokes a binding permanently; its live sessions stop at once (docs/spec/credential-bindings.md). */
export const makeRevokeCredentialBinding =
  (deps: BindingChangeDeps): UseCase<ReasonedBindingInput, CredentialBindingView> =>
  (context, input) =>
    changeToView(deps, context, {
      ...input,
      permission: 'credential_binding.revoke',
      eventType: 'credential_binding.revoked',
      action: 'revoke',
      decide: decideRevokeBinding,
    });
