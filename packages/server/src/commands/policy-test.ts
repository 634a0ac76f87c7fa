import { extname } from 'node:path';
import { type PolicyText, type PolicyTextReport, testPolicyText } from '@govgate/application';
import type { ManifestFinding, TestFailure, TestRun } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readText } from '../system/read-text.js';

/** Where a command writes what it is asked for. */
interface Out {
  write(text: string): unknown;
}

interface Outputs {
  readonly stdout: Out;
  readonly stderr: Out;
}

/** `govgate policy test FILE`: runs a policy's tests without a store; a table of the calls that fail on stdout, exit 1 if there are any. */
export const policyTest = async (
  file: string,
  options: { readonly tests?: string; readonly json?: boolean },
  { stdout, stderr }: Outputs = process,
): Promise<void> => {
  const policy = await readPolicyText(file);
  const tests = options.tests === undefined ? undefined : await readPolicyText(options.tests);
  const report = testPolicyText(policy, tests);
  if (report.kind === 'no_tests')
    throw new CommandFailure('The file holds no tests; name the file that does with --tests.', EXIT.refused);
  if (report.kind === 'invalid') {
    stdout.write(options.json ? asJson(report) : findingLines(report, file, options.tests ?? file));
    throw new CommandFailure('The policy or its tests are not valid; see stdout for details.', EXIT.refused);
  }
  stdout.write(options.json ? asJson(report) : failureTable(report.run));
  const { calls, cases, failed } = report.run;
  const counts = `${calls} call(s) of ${cases} case(s)`;
  if (failed > 0) throw new CommandFailure(`${failed} of ${counts} failed.`, EXIT.refused);
  stderr.write(`${counts} passed.\n`);
};

const readPolicyText = async (file: string): Promise<PolicyText> => {
  const text = await readText(file);
  const isJson = extname(file) === '.json' || (file === '-' && text.trimStart().startsWith('{'));
  return { text, format: isJson ? 'json' : 'yaml' };
};

type Invalid = Extract<PolicyTextReport, { readonly kind: 'invalid' }>;

const findingLines = ({ policy, tests }: Invalid, policyFile: string, testsFile: string): string => {
  const line = (file: string) => (finding: ManifestFinding) => {
    const place = finding.line === null ? file : `${file}:${finding.line}:${finding.column}`;
    return `${place}: ${finding.reasonCode} at ${finding.path || '/'}: ${finding.detail ?? finding.message}\n`;
  };
  return [...policy.map(line(policyFile)), ...tests.map(line(testsFile))].join('');
};

const HEADS = ['case', 'subject', 'target', 'action', 'expected', 'got', 'decided by'];

const failureTable = ({ failed, failures }: TestRun): string => {
  if (failures.length === 0) return '';
  const rows = [HEADS, ...failures.map(failureRow)];
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  if (failed > failures.length) lines.push(`... and ${failed - failures.length} more`);
  return `${lines.join('\n')}\n`;
};

const failureRow = ({ expected, actual, ...call }: TestFailure): readonly string[] => [
  call.case,
  call.subject,
  call.target,
  call.action,
  withReason(expected.effect, expected.reasonCode),
  // The reason is shown where it is what differs.
  withReason(actual.effect, expected.reasonCode === null ? null : actual.reasonCode),
  ruleList(actual.decidedBy, expected.decidedBy),
];

const withReason = (effect: string, reasonCode: string | null): string =>
  reasonCode === null ? effect : `${effect} (${reasonCode})`;

const ruleList = (rules: readonly string[], expected: readonly string[] | null): string => {
  const list = (ids: readonly string[]): string => (ids.length === 0 ? 'the default' : ids.join(', '));
  return expected === null ? list(rules) : `${list(rules)} instead of ${list(expected)}`;
};

// The spelling of the API.
const asJson = (report: PolicyTextReport): string =>
  `${JSON.stringify({ schema_version: '1.0', ...(snake(report) as object) }, null, 2)}\n`;

const snake = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(snake);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snake(member),
    ]),
  );
};
