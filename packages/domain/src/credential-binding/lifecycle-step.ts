import { type Step, step } from '../machine/machine.js';
import type { CredentialBinding } from './credential-binding.js';
import { credentialLifecycleMachine, type LifecycleState } from './credential-binding.machine.js';

/** One lifecycle transition of a binding, with its facts taken from the binding itself. */
export const lifecycleStep = (
  binding: Pick<CredentialBinding, 'approvalStatus' | 'lifecycleState'>,
  on: (typeof credentialLifecycleMachine.triggers)[number],
): Step<LifecycleState, 'approved'> =>
  step(credentialLifecycleMachine, binding.lifecycleState, on, {
    approved: binding.approvalStatus === 'approved',
  });
