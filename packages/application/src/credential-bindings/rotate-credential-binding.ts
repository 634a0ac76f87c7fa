import type { Instant } from '@govgate/domain';
import { contributorOf, decideRotate } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import {
  type BindingChangeDeps,
  changeToView,
  type ReasonedBindingInput,
} from './change-credential-binding.js';
import type { CredentialBindingView } from './credential-binding-view.js';

export interface RotateCredentialBindingInput extends ReasonedBindingInput {
  readonly versionRef: string;
  readonly nextRotationDueAt?: Instant;
  readonly rotationProofRef?: string;
}

/** Rotates a binding to another version of its credential; nothing on the server changes (docs/spec/credential-bindings.md). */
export const makeRotateCredentialBinding =
  (deps: BindingChangeDeps): UseCase<RotateCredentialBindingInput, CredentialBindingView> =>
  (context, input) =>
    changeToView(deps, context, {
      ...input,
      permission: 'credential_binding.rotate',
      eventType: 'credential_binding.rotated',
      action: 'rotate',
      decide: (binding, { now }) =>
        decideRotate(binding, { ...input, by: contributorOf(context.principal), now }),
    });
