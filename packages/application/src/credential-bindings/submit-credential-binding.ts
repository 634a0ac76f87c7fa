import { decideSubmitBinding, handOf } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import {
  type BindingChangeDeps,
  changeToView,
  type ReasonedBindingInput,
} from './change-credential-binding.js';
import type { CredentialBindingView } from './credential-binding-view.js';

/** Submits a binding for review (docs/spec/credential-bindings.md). */
export const makeSubmitCredentialBinding =
  (deps: BindingChangeDeps): UseCase<ReasonedBindingInput, CredentialBindingView> =>
  (context, input) =>
    changeToView(deps, context, {
      ...input,
      permission: 'credential_binding.create',
      eventType: 'credential_binding.submitted',
      action: 'submit',
      decide: (binding, { now }) => decideSubmitBinding(binding, { by: handOf(context.principal), now }),
    });
