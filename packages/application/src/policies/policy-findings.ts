import {
  type ManifestFinding,
  type PolicyManifest,
  type PolicyVersion,
  runningPolicyTests,
  type TestRun,
  testFindings,
  validateManifest,
} from '@govgate/domain';
import { inTurns } from '../call/in-turns.js';
import type { Ports } from '../call/ports.js';
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

/** What keeps a version from being published. */
export interface PublishCheck {
  /** What is wrong with its manifest, or else the tests that it fails. */
  readonly findings: readonly ManifestFinding[];
  /** What came of its tests; null where it has none, or no manifest that may decide anything. */
  readonly tests: TestRun | null;
}

/** Checks a version as a publish does; its tests are run afresh. */
export const checkForPublish = async (
  deps: Pick<Ports, 'clock' | 'patience'>,
  policy: Tested,
): Promise<PublishCheck> => {
  const findings = policyFindings(policy);
  if (policy.tests === undefined || findings.length > 0) return { findings, tests: null };
  // What a validation finds nothing in has the manifest's type.
  const manifest = policy.body as unknown as PolicyManifest;
  const tests = await inTurns(deps, runningPolicyTests(manifest, policy.tests));
  return { findings: testFindings(tests), tests };
};

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
