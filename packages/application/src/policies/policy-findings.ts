import {
  type ManifestFinding,
  type PolicyManifest,
  type PolicyVersion,
  runPolicyTests,
  type TestRun,
  testFindings,
  validateManifest,
} from '@govgate/domain';
import { locateFindings } from './manifest-text.js';

type Validated = Pick<PolicyVersion, 'body' | 'submittedText' | 'manifestHash'>;

/** What a validation finds in a version's manifest; with lines and columns where it was submitted as text. */
export const policyFindings = (policy: Validated): readonly ManifestFinding[] => {
  const findings = manifestFindings(policy);
  return policy.submittedText === null || findings.length === 0
    ? findings
    : locateFindings(policy.submittedText, findings);
};

type Tested = Validated & Pick<PolicyVersion, 'tests'>;

/** What comes of a version's tests, run afresh; null where it has none, or no manifest that may decide anything. */
export const testRunOf = (policy: Tested): TestRun | null =>
  // What a validation finds nothing in has the manifest's type.
  policy.tests === undefined || policyFindings(policy).length > 0
    ? null
    : runPolicyTests(policy.body as unknown as PolicyManifest, policy.tests);

/** What keeps a version from being published: what is wrong with its manifest, or else the tests that it fails. */
export const publishFindings = (
  policy: Tested,
  run: TestRun | null = testRunOf(policy),
): readonly ManifestFinding[] => (run === null ? policyFindings(policy) : testFindings(run));

const REMEMBERED = 1000;
const remembered = new Map<string, readonly ManifestFinding[]>();

// Validation is a pure function of the manifest, and the hash names the manifest: so this process, which runs one version of
// the rules, validates each manifest once. What a store says of an earlier validation is not looked at.
const manifestFindings = ({ body, manifestHash }: Validated): readonly ManifestFinding[] => {
  const known = remembered.get(manifestHash);
  if (known !== undefined) return known;
  const findings = validateManifest(body);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(manifestHash, findings);
  return findings;
};
