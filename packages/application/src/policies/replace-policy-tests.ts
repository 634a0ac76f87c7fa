import { decideTests } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { changePolicyRecord } from './change-policy.js';
import type { PolicyRef } from './load-policy.js';
import { type PolicyTestsView, policyTestsView } from './policy-tests-view.js';

export interface ReplacePolicyTestsInput extends PolicyRef {
  /** A tests document as it was sent; null takes the tests away. */
  readonly tests: unknown;
  readonly reasonCode?: string | undefined;
}

/** Gives a draft other tests; the caller must say which state of it they saw (If-Match). */
export const makeReplacePolicyTests =
  (
    deps: Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids'>,
  ): UseCase<ReplacePolicyTestsInput, PolicyTestsView> =>
  (context, input) =>
    changePolicyRecord(deps, context, {
      ...input,
      permission: 'policy.write',
      eventType: 'policy.updated',
      action: 'update',
      ifMatch: 'required',
      decide: (policy) => decideTests(policy, input.tests, { now: deps.clock.now() }),
      answer: (stored) => policyTestsView(context, stored),
    });
