import {
  comparingPolicies,
  type PolicyComparison,
  type PolicyManifest,
  type PolicyVersion,
} from '@govgate/domain';
import { validManifest } from '@govgate/domain/internal';
import { LRUCache } from 'lru-cache';
import { inSlices } from '../call/in-slices.js';
import { type CheckDeps, policyFindings } from './policy-findings.js';

/** Before any version was published, gateways deny everything. */
const NOTHING: PolicyManifest = { manifest_version: '1.0', default_effect: 'deny', rules: [] };

const remembered = new LRUCache<string, Promise<PolicyComparison>>({ max: 100 });

/**
 * The effect of one version compared with another; null if one of them fails validation, so that nothing may be decided by it. A pure
 * function of two manifests identified by hashes: each pair is compared once per process, even when several callers ask at once.
 */
export const compareVersions = async (
  deps: CheckDeps,
  before: PolicyVersion | undefined,
  after: PolicyVersion,
): Promise<PolicyComparison | null> => {
  const versions = before === undefined ? [after] : [before, after];
  for (const version of versions) if ((await policyFindings(deps, version)).length > 0) return null;
  const pair = versions.map(({ manifestHash }) => manifestHash).join(' ');
  const known = remembered.get(pair);
  if (known !== undefined) return known;
  const steps = comparingPolicies(
    before === undefined ? NOTHING : validManifest(before.body),
    validManifest(after.body),
  );
  const comparison = inSlices(deps, after.tenantId, steps);
  remembered.set(pair, comparison);
  // An aborted comparison is restarted by the next caller.
  comparison.catch(() => remembered.delete(pair));
  return comparison;
};
