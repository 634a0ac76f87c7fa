import { diffManifests, type ManifestDiff, ok, type PolicyComparison } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { compareVersions } from './compare-versions.js';
import { type PolicyRef, policyAccess } from './load-policy.js';
import type { CheckDeps } from './policy-findings.js';

export interface DiffPoliciesInput extends PolicyRef {
  readonly against: string;
}

/** The effect of publishing one version instead of another, rule by rule and on calls. */
export interface PolicyDiffView extends ManifestDiff {
  readonly schemaVersion: '1.0';
  readonly policyVersion: string;
  readonly against: string;
  readonly newly: PolicyComparison | null;
}

/** Compares two versions of an environment: `against` is the earlier, the path's the later. */
export const makeDiffPolicies =
  (deps: Pick<Ports, 'records'> & CheckDeps): UseCase<DiffPoliciesInput, PolicyDiffView> =>
  async (context, { scope, policyVersion, against }) => {
    const loaded = await loadRecord(
      deps.records,
      context,
      policyAccess({ scope, policyVersion }, 'policy.read'),
    );
    if (!loaded.ok) return loaded;
    const other = await loadRecord(
      deps.records,
      context,
      policyAccess({ scope, policyVersion: against }, 'policy.read'),
    );
    if (!other.ok) return other;
    const [before, after] = [other.value.stored.record, loaded.value.stored.record];
    const diff = diffManifests(before.body, after.body);
    const newly = await compareVersions(deps, before, after);
    return ok({ schemaVersion: '1.0', policyVersion, against, ...diff, newly });
  };
