import { decideValidate } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { changePolicy } from './change-policy.js';
import type { PolicyRef } from './load-policy.js';
import { policyFindings } from './policy-findings.js';
import type { PolicyView } from './policy-view.js';

export interface ValidatePolicyInput extends PolicyRef {
  readonly reasonCode?: string | undefined;
}

/** Validates a version afresh and notes what was found. */
export const makeValidatePolicy =
  (
    deps: Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'patience' | 'manifestTexts'>,
  ): UseCase<ValidatePolicyInput, PolicyView> =>
  (context, input) =>
    changePolicy(deps, context, {
      ...input,
      permission: 'policy.validate',
      eventType: 'policy.validated',
      action: 'validate',
      ifMatch: 'optional',
      decide: async (policy) =>
        decideValidate(policy, await policyFindings(deps, policy), {
          now: deps.clock.now(),
          actorId: context.principal.actorId,
        }),
    });
