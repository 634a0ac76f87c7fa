import { decideEdit } from '@govgate/domain';
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
  (
    deps: Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'hash' | 'patience' | 'manifestTexts'>,
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
        const content = await draftContent(deps, input);
        if (!content.ok) return content;
        return decideEdit(policy, content.value, { now: deps.clock.now() }, deps.hash);
      },
    });
