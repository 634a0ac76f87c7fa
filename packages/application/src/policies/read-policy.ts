import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type PolicyRef, wantedPolicy } from './load-policy.js';
import { type PolicyView, policyView } from './policy-view.js';
import { usageRefsOf } from './usage-refs.js';

/** Reads a policy version with body, validation, usage and permissions (docs/spec/policies.md#record). */
export const makeReadPolicy =
  (deps: Pick<Ports, 'records' | 'timer'>): UseCase<PolicyRef, PolicyView> =>
  async (context, ref) => {
    const loaded = await loadRecord(deps.records, context, wantedPolicy(ref, 'policy.read'));
    if (!loaded.ok) return loaded;
    const usageRefs = await usageRefsOf(deps, ref.scope, ref.policyVersion);
    return ok(policyView(context, loaded.value.stored, usageRefs));
  };
