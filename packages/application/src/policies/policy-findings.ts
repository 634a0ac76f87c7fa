import {
  type ManifestFinding,
  type PolicyManifest,
  type PolicyVersion,
  runningPolicyTests,
  type TestRun,
  testFindings,
  validateManifest,
} from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import { inTurns } from '../call/in-turns.js';
import type { Ports } from '../call/ports.js';

type Validated = Pick<PolicyVersion, 'body' | 'submittedText' | 'manifestHash'>;

/** What a validation takes. */
export type FindingsDeps = Pick<Ports, 'manifestTexts' | 'patience'>;

/** What a validation finds in a version's manifest; with lines and columns where it was submitted as text. */
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

/** What keeps a version from being published. */
export interface PublishCheck {
  /** What is wrong with its manifest, or else the tests that it fails. */
  readonly findings: readonly ManifestFinding[];
  /** What came of its tests; null where it has none, or no manifest that may decide anything. */
  readonly tests: TestRun | null;
}

/** What a publish's check takes. */
export type CheckDeps = FindingsDeps & Pick<Ports, 'clock'>;

/** Checks a version as a publish does; its tests are run afresh. */
export const checkForPublish = async (
  deps: CheckDeps,
  policy: Validated & Pick<PolicyVersion, 'tests'>,
): Promise<PublishCheck> => {
  const findings = await policyFindings(deps, policy);
  if (policy.tests === undefined || findings.length > 0) return { findings, tests: null };
  // What a validation finds nothing in has the manifest's type.
  const manifest = policy.body as unknown as PolicyManifest;
  const tests = await inTurns(deps, runningPolicyTests(manifest, policy.tests));
  return { findings: testFindings(tests), tests };
};

const remembered = new LRUCache<string, readonly ManifestFinding[]>({ max: 1_000 });

// Validation is a pure function of the manifest, and the hash names the manifest: so this process, which runs one version of
// the rules, validates each manifest once. What a store says of an earlier validation is not looked at.
const validated = ({ body, manifestHash }: Validated): readonly ManifestFinding[] => {
  const findings = validateManifest(body);
  remembered.set(manifestHash, findings);
  return findings;
};
