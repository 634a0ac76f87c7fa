import { conflictingRules, duplicateRuleIds, unreachableRules } from './cross-rule-checks.js';
import { DEFAULT_EFFECTS, MANIFEST_LIMITS, MANIFEST_VERSION, type PolicyManifest } from './manifest.js';
import { type Check, listOf, objectOf, oneOf, ownMember, required } from './manifest-checks.js';
import type { FindingLog, ManifestFinding } from './manifest-finding.js';
import { rule } from './rule-checks.js';
import { scanManifest } from './scan-manifest.js';

/**
 * All faults of a manifest; an empty list means it may be published (contract docs/spec/policies.md). Accepts any JSON value and never
 * throws. Order: forbidden material and depth, the format, checks across rules. Conflicts are
 * checked once the format is sound. At most 100 findings; a document of another version or nested too deep gets only that finding.
 * @example validateManifest({ manifest_version: '1.0', default_effect: 'deny', rules: [] }) // []
 */
export const validateManifest = (body: unknown): readonly ManifestFinding[] => {
  const log = scanManifest(body);
  if (log.findings.some((finding) => finding.reasonCode === 'limit_exceeded')) return log.findings;
  const version = ownMember(body, 'manifest_version');
  if (typeof version === 'string' && version !== MANIFEST_VERSION) {
    log.add('unsupported_version', '/manifest_version');
    return log.findings;
  }
  const before = log.findings.length;
  manifest(body, '', log);
  acrossRules(body, log);
  if (log.findings.length === before) conflictingRules((body as PolicyManifest).rules, log);
  return log.findings;
};

const manifest: Check = objectOf({
  manifest_version: required(oneOf(MANIFEST_VERSION)),
  default_effect: required(oneOf(...DEFAULT_EFFECTS)),
  rules: required(listOf(rule, MANIFEST_LIMITS.rules)),
});

const acrossRules = (body: unknown, log: FindingLog): void => {
  const rules = ownMember(body, 'rules');
  if (!Array.isArray(rules)) return;
  const checked = rules.slice(0, MANIFEST_LIMITS.rules);
  duplicateRuleIds(checked, log);
  unreachableRules(checked, log);
};
