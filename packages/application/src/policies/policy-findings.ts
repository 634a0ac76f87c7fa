import { type ManifestFinding, type PolicyVersion, validateManifest } from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import type { Ports } from '../call/ports.js';

type Validated = Pick<PolicyVersion, 'body' | 'submittedText' | 'manifestHash'>;

/** What a validation takes. */
export type FindingsDeps = Pick<Ports, 'manifestTexts' | 'patience'>;

/** What a validation finds in a version; with lines and columns where it was submitted as text. */
export const policyFindings = async (
  { manifestTexts, patience }: FindingsDeps,
  policy: Validated,
): Promise<readonly ManifestFinding[]> => {
  const known = remembered.get(policy.manifestHash);
  // A long manifest takes a while to be read and another one to be validated: others have a turn in between.
  if (known === undefined) await patience.wait(0);
  const findings = known ?? validated(policy);
  return policy.submittedText === null || findings.length === 0
    ? findings
    : manifestTexts.locate(policy.submittedText, findings);
};

const remembered = new LRUCache<string, readonly ManifestFinding[]>({ max: 1_000 });

// Validation is a pure function of the manifest, and the hash names the manifest: so this process, which runs one version of
// the rules, validates each manifest once. What a store says of an earlier validation is not looked at.
const validated = ({ body, manifestHash }: Validated): readonly ManifestFinding[] => {
  const findings = validateManifest(body);
  remembered.set(manifestHash, findings);
  return findings;
};
