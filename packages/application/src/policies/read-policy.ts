import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { loadPolicy, type PolicyRef } from './load-policy.js';
import { type PolicyView, policyView } from './policy-view.js';
import { usageRefsOf } from './usage-refs.js';

/** Reads a policy version with body, validation, usage and permissions (contract, section 4.7). */
export const makeReadPolicy =
  (deps: Pick<Ports, 'records' | 'patience'>): UseCase<PolicyRef, PolicyView> =>
  async (context, ref) => {
    const loaded = await loadPolicy(deps.records, context, ref, 'policy.read');
    if (!loaded.ok) return loaded;
    const usageRefs = await usageRefsOf(deps, ref.scope, ref.policyVersion);
    return ok(policyView(context, loaded.value.stored, usageRefs));
  };
