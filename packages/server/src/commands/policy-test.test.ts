import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { CommandFailure } from '../system/command-failure.js';
import { policyTest } from './policy-test.js';

const MANIFEST = `
manifest_version: "1.0"
default_effect: deny
rules:
  - rule_id: sales
    effect: allow
    subjects: { groups: [sales] }
    targets: { server_ids: [crm], max_risk_tier: medium }
    reason_code: sales_may_use_crm
`;

const TESTS = `
tests_version: "1.0"
subjects:
  ada: { user_id: ada, groups: [sales] }
  eve: { user_id: eve }
targets:
  search: { kind: mcp_server, server_id: crm, tool_id: search, risk_tier: low }
  refund: { kind: mcp_server, server_id: crm, tool_id: refund, risk_tier: high }
cases:
  sales_use_crm:
    subjects: [ada, eve]
    targets: [search, refund]
    actions: [tool.invoke]
    expected:
      - { subject: ada, target: search, effect: allow, decided_by: [sales] }
`;

const indented = (text: string): string => text.trim().replace(/^/gm, '  ');

describe('policyTest', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-policy-test-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  type Options = NonNullable<Parameters<typeof policyTest>[1]>;

  const test = async (files: Readonly<Record<string, string>>, file: string, options: Options = {}) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { tests } = options;
    const named = tests === undefined ? options : { ...options, tests: join(folder, tests) };
    const written = { stdout: '', stderr: '' };
    const to = (stream: 'stdout' | 'stderr') => ({ write: (text: string) => (written[stream] += text) });
    const outputs = { stdout: to('stdout'), stderr: to('stderr') };
    const failure: unknown = await policyTest(join(folder, file), named, outputs).catch((error) => error);
    const said = failure instanceof CommandFailure ? failure.message.replaceAll(`${folder}/`, '') : failure;
    return { ...written, said };
  };

  const draft = (tests: string): string => `body:\n${indented(MANIFEST)}\ntests:\n${indented(tests)}\n`;

  it('passes with nothing on stdout', async () => {
    const passed = { stdout: '', stderr: '4 call(s) of 1 case(s) passed.\n', said: undefined };
    expect(await test({ 'draft.yaml': draft(TESTS) }, 'draft.yaml')).to.deep.equal(passed);
    const files = { 'policy.yaml': MANIFEST, 'tests.yaml': TESTS };
    expect(await test(files, 'policy.yaml', { tests: 'tests.yaml' })).to.deep.equal(passed);
  });

  it('prints a table of the calls that fail', async () => {
    const failing = TESTS.replace('target: search, effect: allow, decided_by: [sales]', 'effect: allow');
    expect(await test({ 'draft.yaml': draft(failing) }, 'draft.yaml')).to.deep.equal({
      stdout: [
        'case           subject  target  action       expected  got   decided by',
        'sales_use_crm  ada      refund  tool.invoke  allow     deny  the default',
        '',
      ].join('\n'),
      stderr: '',
      said: '1 of 4 call(s) of 1 case(s) failed.',
    });
    const { stdout } = await test({ 'draft.yaml': draft(failing) }, 'draft.yaml', { json: true });
    const { schema_version, kind, run } = JSON.parse(stdout);
    expect([schema_version, kind, run.failures[0].actual]).to.deep.equal([
      '1.0',
      'tested',
      { effect: 'deny', reason_code: 'no_rule_matched', decided_by: [] },
    ]);
  });

  it('prints a hundred failures and counts the others', async () => {
    const subjects = Array.from({ length: 61 }, (_, i) => `s${i}`);
    const many = TESTS.replace('subjects: [ada, eve]', `subjects: [${subjects}]`)
      .replace(
        /subjects:\n[\s\S]*targets:\n/,
        `subjects: {${subjects.map((name) => `${name}: {}`)}}\ntargets:\n`,
      )
      .replace('{ subject: ada, target: search, effect: allow, decided_by: [sales] }', '{ effect: allow }');
    const { stdout, said } = await test({ 'draft.yaml': draft(many) }, 'draft.yaml');
    const lines = stdout.trimEnd().split('\n');
    expect([lines.length, lines.at(-1), said]).to.deep.equal([
      102,
      '... and 22 more',
      '122 of 122 call(s) of 1 case(s) failed.',
    ]);
  });

  it('says where a policy or its tests are invalid, with line and column', async () => {
    const files = {
      'policy.yaml': MANIFEST.replace('effect: allow', 'effect: alow'),
      'tests.yaml': TESTS.replace('targets: [search, refund]', 'targets: [search, nothing]'),
    };
    const { stdout, said } = await test(files, 'policy.yaml', { tests: 'tests.yaml' });
    expect(said).to.equal('The policy or its tests are not valid; see stdout for details.');
    expect(stdout.replaceAll(`${folder}/`, '').split('\n')).to.deep.equal([
      'policy.yaml:6:5: invalid_value at /rules/0/effect: It must be one of "allow", "deny", "require_approval".',
      'tests.yaml:12:23: unknown_reference at /tests/cases/sales_use_crm/targets/1: The value refers to something that does not exist.',
      '',
    ]);
  });

  it('refuses a file without tests, and an absent one', async () => {
    const without = await test({ 'policy.yaml': MANIFEST }, 'policy.yaml');
    expect(without).to.deep.equal({
      stdout: '',
      stderr: '',
      said: 'The file holds no tests; name the file that does with --tests.',
    });
    expect((await test({}, 'absent.yaml')).said).to.equal('The file absent.yaml cannot be read.');
  });
});
