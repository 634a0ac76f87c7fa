import { decideDisableBinding } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import {
  type BindingChangeDeps,
  changeToView,
  type ReasonedBindingInput,
} from './change-credential-binding.js';
import type { CredentialBindingView } from './credential-binding-view.js';

/** Disables a binding; its live sessions stop at once (docs/spec/credential-bindings.md). */
export const makeDisableCredentialBinding =
  (deps: BindingChangeDeps): UseCase<ReasonedBindingInput, CredentialBindingView> =>
  (context, input) =>
    changeToView(deps, context, {
      ...input,
      permission: 'credential_binding.disable',
      eventType: 'credential_binding.disabled',
      action: 'disable',
      decide: decideDisableBinding,
    });
