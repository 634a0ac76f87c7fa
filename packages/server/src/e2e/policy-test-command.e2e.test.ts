import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { runCli } from '../testing/spawned-service.js';

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

describe('govgate policy test', function () {
  this.timeout(60_000);
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-policy-test-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const test = (files: Readonly<Record<string, string>>, args: readonly string[], input = '') => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return runCli(
      ['policy', 'test', ...args.map((arg) => (arg in files ? join(folder, arg) : arg))],
      { GOVGATE_DATA: join(folder, 'nowhere') },
      input,
    );
  };

  const draft = (tests: string): string => `body:\n${indented(MANIFEST)}\ntests:\n${indented(tests)}\n`;

  it('passes with nothing on stdout', async () => {
    expect(await test({ 'draft.yaml': draft(TESTS) }, ['draft.yaml'])).to.deep.include({
      code: 0,
      stdout: '',
      stderr: '4 call(s) of 1 case(s) passed.\n',
    });
    const files = { 'policy.yaml': MANIFEST, 'tests.yaml': TESTS };
    expect((await test(files, ['policy.yaml', '--tests', 'tests.yaml'])).code).to.equal(0);
  });

  it('prints a table of the calls that fail and exits 1', async () => {
    const failing = TESTS.replace('target: search, effect: allow, decided_by: [sales]', 'effect: allow');
    expect(await test({ 'draft.yaml': draft(failing) }, ['draft.yaml'])).to.deep.include({
      code: 1,
      stdout: [
        'case           subject  target  action       expected  got   decided by',
        'sales_use_crm  ada      refund  tool.invoke  allow     deny  the default',
        '',
      ].join('\n'),
      stderr: 'govgate: 1 of 4 call(s) of 1 case(s) failed.\n',
    });
    const { code, stdout } = await test({ 'draft.yaml': draft(failing) }, ['draft.yaml', '--json']);
    const { schema_version, kind, run } = JSON.parse(stdout);
    expect([code, schema_version, kind, run.failures[0].actual]).to.deep.equal([
      1,
      '1.0',
      'tested',
      { effect: 'deny', reason_code: 'no_rule_matched', decided_by: [] },
    ]);
  });

  it('says where a policy or its tests are not valid, with line and column', async () => {
    const files = {
      'policy.yaml': MANIFEST.replace('effect: allow', 'effect: alow'),
      'tests.yaml': TESTS.replace('targets: [search, refund]', 'targets: [search, nothing]'),
    };
    const { code, stdout, stderr } = await test(files, ['policy.yaml', '--tests', 'tests.yaml']);
    expect([code, stderr]).to.deep.equal([
      1,
      'govgate: The policy or its tests are not valid; stdout tells where.\n',
    ]);
    expect(stdout.replaceAll(`${folder}/`, '').split('\n')).to.deep.equal([
      'policy.yaml:6:5: invalid_value at /rules/0/effect: It must be one of "allow", "deny", "require_approval".',
      'tests.yaml:12:23: unknown_reference at /tests/cases/sales_use_crm/targets/1: The value refers to something that does not exist.',
      '',
    ]);
  });

  it('takes JSON, and standard input', async () => {
    const json = JSON.stringify({
      body: { manifest_version: '1.0', default_effect: 'deny', rules: [] },
      tests: {
        tests_version: '1.0',
        subjects: { ada: {} },
        targets: { crm: { kind: 'mcp_server', server_id: 'crm' } },
        cases: { nothing: { subjects: ['ada'], targets: ['crm'], actions: ['tool.list'], expected: [] } },
      },
    });
    expect((await test({}, ['-'], json)).code).to.equal(0);
    expect((await test({ 'draft.json': json }, ['draft.json'])).code).to.equal(0);
  });

  it('refuses a file without tests, one that is not there, and a wrong usage', async () => {
    const without = await test({ 'policy.yaml': MANIFEST }, ['policy.yaml']);
    expect([without.code, without.stdout]).to.deep.equal([1, '']);
    expect(without.stderr).to.contain('--tests');
    const absent = await test({}, ['absent.yaml']);
    expect([absent.code, absent.stderr]).to.deep.equal([
      1,
      'govgate: The file absent.yaml cannot be read.\n',
    ]);
    expect((await test({}, [])).code).to.equal(2);
  });
});
