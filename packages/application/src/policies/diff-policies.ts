import { diffManifests, type ManifestDiff, ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { loadPolicy, type PolicyRef } from './load-policy.js';

export interface DiffPoliciesInput extends PolicyRef {
  readonly against: string;
}

/** What publishing one version instead of another would change, rule by rule. */
export interface PolicyDiffView extends ManifestDiff {
  readonly schemaVersion: '1.0';
  readonly policyVersion: string;
  readonly against: string;
}

/** Compares two versions of an environment: `against` is the one before, the path's the one after. */
export const makeDiffPolicies =
  ({ records }: Pick<Ports, 'records'>): UseCase<DiffPoliciesInput, PolicyDiffView> =>
  async (context, { scope, policyVersion, against }) => {
    const after = await loadPolicy(records, context, { scope, policyVersion }, 'policy.read');
    if (!after.ok) return after;
    const before = await loadPolicy(records, context, { scope, policyVersion: against }, 'policy.read');
    if (!before.ok) return before;
    const diff = diffManifests(before.value.stored.record.body, after.value.stored.record.body);
    return ok({ schemaVersion: '1.0', policyVersion, against, ...diff });
  };
