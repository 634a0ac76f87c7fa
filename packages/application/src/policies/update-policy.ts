import { ok, type PolicyVersion, type Result } from '@govgate/domain';
import {
  changedFields,
  type DraftContent,
  decideEdit,
  decideTests,
  type PolicyChange,
} from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { changePolicy } from './change-policy.js';
import { mayOwn } from './create-policy.js';
import { type DraftInput, draftContent } from './draft-input.js';
import type { PolicyRef } from './load-policy.js';
import type { PolicyView } from './policy-view.js';

export interface UpdatePolicyInput extends PolicyRef, DraftInput {}

/** Replaces a draft's content; the caller must state which version of it they saw (If-Match). */
export const makeUpdatePolicy =
  (
    deps: Pick<
      Ports,
      | 'records'
      | 'unitOfWork'
      | 'locks'
      | 'clock'
      | 'ids'
      | 'hash'
      | 'timer'
      | 'tenantQueue'
      | 'manifestTexts'
    >,
  ): UseCase<UpdatePolicyInput, PolicyView> =>
  (context, input) =>
    changePolicy(deps, context, {
      ...input,
      permission: 'policy.write',
      eventType: 'policy.updated',
      action: 'update',
      ifMatch: 'required',
      allow: () => mayOwn(context, input),
      decide: async (policy) => {
        const content = await draftContent(deps, policy.tenantId, input);
        if (!content.ok) return content;
        return decideWithTests(deps, policy, { content: content.value, tests: input.tests });
      },
    });

interface Edit {
  readonly content: DraftContent;
  readonly tests: unknown;
}

const decideWithTests = (
  { clock, hash }: Pick<Ports, 'clock' | 'hash'>,
  policy: PolicyVersion,
  { content, tests }: Edit,
): Result<PolicyChange> => {
  const now = clock.now();
  const edited = decideEdit(policy, content, { now }, hash);
  if (!edited.ok || tests === undefined) return edited;
  const tested = decideTests(edited.value.policyVersion, tests, { now });
  if (!tested.ok) return tested;
  const { policyVersion } = tested.value;
  return ok({ policyVersion, changedFields: changedFields(policy, policyVersion) });
};
