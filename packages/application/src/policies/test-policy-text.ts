import {
  type ManifestBody,
  type ManifestFinding,
  type PolicyManifest,
  type PolicyTests,
  runPolicyTests,
  TESTS_PATH,
  type TestRun,
  validateManifest,
  validatePolicyTests,
} from '@govgate/domain';
import type { ManifestTextFormat } from '@govgate/domain/internal';
import { type Locate, readManifestText } from './manifest-text.js';

/** A text that holds a policy, its tests, or both. */
export interface PolicyText {
  readonly text: string;
  readonly format: ManifestTextFormat;
}

/** What testing a policy out of texts came to: what is wrong with them, or what came of the tests. */
export type PolicyTextReport =
  | { readonly kind: 'tested'; readonly run: TestRun }
  | { readonly kind: 'no_tests' }
  /** With lines and columns, those of the policy before those of the tests; each part says which text it is about. */
  | {
      readonly kind: 'invalid';
      readonly policy: readonly ManifestFinding[];
      readonly tests: readonly ManifestFinding[];
    };

/**
 * Tests a policy that lies in a text: a manifest, or a draft as it is sent, with the manifest under `body` and the tests under `tests`. Tests
 * of their own text, as the whole of it or under `tests`, go before those.
 */
export const testPolicyText = (policy: PolicyText, tests?: PolicyText): PolicyTextReport => {
  const read = readManifestText(policy.text, policy.format);
  if (!read.ok) return { kind: 'invalid', policy: read.findings, tests: [] };
  const other = tests && readManifestText(tests.text, tests.format);
  if (other?.ok === false) return { kind: 'invalid', policy: [], tests: other.findings };
  const manifest = Object.hasOwn(read.body, 'body') ? part(read, 'body') : whole(read);
  const source = other ?? read;
  const isUnder = Object.hasOwn(source.body, 'tests');
  if (!isUnder && other === undefined) return { kind: 'no_tests' };
  const document = isUnder ? part(source, 'tests') : whole(source);
  const found = {
    policy: located(manifest, validateManifest(manifest.value), ''),
    tests: located(document, validatePolicyTests(document.value), TESTS_PATH),
  };
  if (found.policy.length + found.tests.length > 0) return { kind: 'invalid', ...found };
  // What passed validation has these types.
  const run = runPolicyTests(manifest.value as PolicyManifest, document.value as PolicyTests);
  return { kind: 'tested', run };
};

interface Part {
  readonly value: unknown;
  /** Where the text has what a pointer into this part names. */
  readonly locate: Locate;
}

interface Read {
  readonly body: ManifestBody;
  readonly locate: Locate;
}

const whole = ({ body, locate }: Read): Part => ({ value: body, locate });

const part = ({ body, locate }: Read, name: string): Part => ({
  value: body[name],
  locate: (pointer) => locate(`/${name}${pointer}`),
});

const located = (
  { locate }: Part,
  findings: readonly ManifestFinding[],
  root: string,
): readonly ManifestFinding[] =>
  findings.map((finding) => ({ ...finding, ...locate(finding.path.slice(root.length)) }));
