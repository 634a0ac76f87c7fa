import { decideEnableBinding } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import {
  type BindingChangeDeps,
  changeToView,
  type ReasonedBindingInput,
} from './change-credential-binding.js';
import type { CredentialBindingView } from './credential-binding-view.js';

/** Enables a disabled, approved binding (docs/spec/credential-bindings.md). */
export const makeEnableCredentialBinding =
  (deps: BindingChangeDeps): UseCase<ReasonedBindingInput, CredentialBindingView> =>
  (context, input) =>
    changeToView(deps, context, {
      ...input,
      permission: 'credential_binding.disable',
      eventType: 'credential_binding.enabled',
      action: 'enable',
      decide: decideEnableBinding,
    });
