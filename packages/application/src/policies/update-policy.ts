import {
  changedFields,
  type DraftContent,
  decideEdit,
  decideTests,
  type Instant,
  ok,
  type PolicyChange,
  type PolicyVersion,
  type Result,
} from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { changePolicy } from './change-policy.js';
import { mayOwn } from './create-policy.js';
import { type DraftInput, draftContent } from './draft-input.js';
import type { PolicyRef } from './load-policy.js';
import type { PolicyView } from './policy-view.js';

export interface UpdatePolicyInput extends PolicyRef, DraftInput {}

/** Replaces a draft's content; the caller must say which state of it they saw (If-Match). */
export const makeUpdatePolicy =
  (deps: Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'>): UseCase<UpdatePolicyInput, PolicyView> =>
  (context, input) =>
    changePolicy(deps, context, {
      ...input,
      permission: 'policy.write',
      eventType: 'policy.updated',
      action: 'update',
      ifMatch: 'required',
      decide: (policy) => {
        const content = draftContent(input);
        if (!content.ok) return content;
        const allowed = mayOwn(context, input, content.value);
        return allowed.ok ? decideWithTests(policy, content.value, input.tests, deps.clock.now()) : allowed;
      },
    });

const decideWithTests = (
  policy: PolicyVersion,
  content: DraftContent,
  tests: unknown,
  now: Instant,
): Result<PolicyChange> => {
  const edited = decideEdit(policy, content, { now });
  if (!edited.ok || tests === undefined) return edited;
  const tested = decideTests(edited.value.policyVersion, tests, { now });
  if (!tested.ok) return tested;
  const { policyVersion } = tested.value;
  return ok({ policyVersion, changedFields: changedFields(policy, policyVersion) });
};
