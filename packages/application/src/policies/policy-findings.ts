import { type ManifestFinding, type PolicyVersion, validateManifest } from '@govgate/domain';
import { locateFindings } from './manifest-text.js';

/** What a validation made now finds in a version; with lines and columns where it was submitted as text. */
export const policyFindings = (
  policy: Pick<PolicyVersion, 'body' | 'submittedText'>,
): readonly ManifestFinding[] => {
  const findings = validateManifest(policy.body);
  return policy.submittedText === null || findings.length === 0
    ? findings
    : locateFindings(policy.submittedText, findings);
};
