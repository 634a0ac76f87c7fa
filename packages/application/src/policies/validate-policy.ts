import { decideValidate } from '@govgate/domain';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { changePolicy } from './change-policy.js';
import type { PolicyRef } from './load-policy.js';
import { type CheckDeps, checkForPublish } from './policy-findings.js';
import type { PolicyView } from './policy-view.js';

export interface ValidatePolicyInput extends PolicyRef {
  readonly reasonCode?: string | undefined;
}

/** Validates a version again, runs its tests, and stores the findings. */
export const makeValidatePolicy =
  (deps: ChangeDeps & CheckDeps & Pick<Ports, 'timer'>): UseCase<ValidatePolicyInput, PolicyView> =>
  (context, input) =>
    changePolicy(deps, context, {
      ...input,
      permission: 'policy.validate',
      eventType: 'policy.validated',
      action: 'validate',
      ifMatch: 'optional',
      decide: async (policy) => {
        const { findings } = await checkForPublish(deps, policy);
        return decideValidate(policy, findings, {
          now: deps.clock.now(),
          actorId: context.principal.actorId,
        });
      },
    });
