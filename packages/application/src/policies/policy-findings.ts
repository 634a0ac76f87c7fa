import {
  type ManifestFinding,
  type PolicyVersion,
  runningPolicyTests,
  type TestRun,
  testFindings,
  validateManifest,
} from '@govgate/domain';
import { validManifest } from '@govgate/domain/internal';
import { LRUCache } from 'lru-cache';
import { inSlices } from '../call/in-slices.js';
import type { Ports } from '../call/ports.js';

type Validated = Pick<PolicyVersion, 'tenantId' | 'body' | 'submittedText' | 'manifestHash'>;

/** Dependencies of a validation. */
export type FindingsDeps = Pick<Ports, 'manifestTexts' | 'tenantQueue'>;

/** The findings of validating a version's manifest, with lines and columns if it was submitted as text. */
export const policyFindings = async (
  { manifestTexts, tenantQueue }: FindingsDeps,
  policy: Validated,
): Promise<readonly ManifestFinding[]> => {
  const known = remembered.get(policy.manifestHash);
  // Validating a long manifest takes a while.
  if (known === undefined) await tenantQueue.next(policy.tenantId);
  const findings = known ?? validated(policy);
  return policy.submittedText === null || findings.length === 0
    ? findings
    : manifestTexts.locate(policy.tenantId, policy.submittedText, findings);
};

/** What prevents a version from being published. */
export interface PublishCheck {
  /** Faults of its manifest, or else the tests it fails. */
  readonly findings: readonly ManifestFinding[];
  /** The outcome of its tests; null if it has none, or no valid manifest. */
  readonly tests: TestRun | null;
}

/** Dependencies of a publish's check. */
export type CheckDeps = FindingsDeps & Pick<Ports, 'clock'>;

/** Checks a version as a publish does; its tests are run again. */
export const checkForPublish = async (
  deps: CheckDeps,
  policy: Validated & Pick<PolicyVersion, 'tests'>,
): Promise<PublishCheck> => {
  const findings = await policyFindings(deps, policy);
  if (policy.tests === undefined || findings.length > 0) return { findings, tests: null };
  const manifest = validManifest(policy.body);
  const tests = await inSlices(deps, policy.tenantId, runningPolicyTests(manifest, policy.tests));
  return { findings: testFindings(tests), tests };
};

const remembered = new LRUCache<string, readonly ManifestFinding[]>({ max: 1_000 });

// Validation is a pure function of the manifest, and the hash identifies the manifest: so this process, which runs one version of the
// rules, validates each manifest once. Stored results of earlier validations are ignored.
const validated = ({ body, manifestHash }: Validated): readonly ManifestFinding[] => {
  const findings = validateManifest(body);
  remembered.set(manifestHash, findings);
  return findings;
};
