import { type ManifestFinding, type PolicyVersion, validateManifest } from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import { locateFindings } from './manifest-text.js';

type Validated = Pick<PolicyVersion, 'body' | 'submittedText' | 'manifestHash'>;

/** What a validation finds in a version; with lines and columns where it was submitted as text. */
export const policyFindings = (policy: Validated): readonly ManifestFinding[] => {
  const findings = manifestFindings(policy);
  return policy.submittedText === null || findings.length === 0
    ? findings
    : locateFindings(policy.submittedText, findings);
};

const remembered = new LRUCache<string, readonly ManifestFinding[]>({ max: 1_000 });

// Validation is a pure function of the manifest, and the hash names the manifest: so this process, which runs one version of
// the rules, validates each manifest once. What a store says of an earlier validation is not looked at.
const manifestFindings = ({ body, manifestHash }: Validated): readonly ManifestFinding[] => {
  const known = remembered.get(manifestHash);
  if (known !== undefined) return known;
  const findings = validateManifest(body);
  remembered.set(manifestHash, findings);
  return findings;
};
