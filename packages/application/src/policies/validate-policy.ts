import { decideValidate } from '@govgate/domain/internal';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { changePolicyRecord } from './change-policy.js';
import type { PolicyRef } from './load-policy.js';
import { type CheckDeps, checkForPublish } from './policy-findings.js';
import { type PolicyView, policyView } from './policy-view.js';
import { type PolicyWarning, policyWarnings, type WarningDeps } from './policy-warnings.js';
import { usageRefsOf } from './usage-refs.js';

export interface ValidatePolicyInput extends PolicyRef {
  readonly reasonCode?: string | undefined;
}

/** A version after its validation. */
export interface ValidatedPolicy extends PolicyView {
  readonly warnings: readonly PolicyWarning[];
}

/** Validates a version again, runs its tests, and stores the findings. Warnings are of the moment, and are not stored. */
export const makeValidatePolicy =
  (
    deps: ChangeDeps & CheckDeps & WarningDeps & Pick<Ports, 'timer'>,
  ): UseCase<ValidatePolicyInput, ValidatedPolicy> =>
  (context, input) =>
    changePolicyRecord(deps, context, {
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
      answer: async (stored) => ({
        ...policyView(context, stored, await usageRefsOf(deps, input.scope, input.policyVersion)),
        warnings: await policyWarnings(deps, context, stored.record),
      }),
    });
