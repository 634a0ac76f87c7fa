import { expect } from 'chai';
import { expectOk, refusalIn } from '../../testing/people.js';
import { decideTests } from '../decide-tests.js';
import type { PolicyManifest } from '../manifest.js';
import { manifestOf, policyOf, ruleOf } from '../testing/policies.js';
import type { PolicyTests, TestCase } from './policy-tests.js';
import { runningPolicyTests, runPolicyTests, testFindings } from './run-policy-tests.js';
import { validatePolicyTests } from './validate-policy-tests.js';

const NOW = '2026-03-01T12:00:00.000Z';

const manifest: PolicyManifest = manifestOf(
  ruleOf({ rule_id: 'sales', subjects: { groups: ['sales'] }, targets: { server_ids: ['crm'] } }),
  ruleOf({
    rule_id: 'refunds',
    effect: 'require_approval',
    targets: { tool_ids: ['refund'] },
    conditions: [{ attribute: 'amount', operator: 'gt', value: 100 }],
  }),
  ruleOf({
    rule_id: 'freeze',
    effect: 'deny',
    conditions: [{ attribute: 'now', operator: 'gte', value: '2026-12-24T00:00:00.000Z' }],
  }),
);

const TESTS: PolicyTests = {
  tests_version: '1.0',
  now: NOW,
  subjects: { sales: { user_id: 'usr_ada', groups: ['sales'] }, others: { agent_id: 'agt_x' } },
  targets: {
    search: { kind: 'mcp_server', server_id: 'crm', tool_id: 'search', risk_tier: 'low' },
    refund: { kind: 'mcp_server', server_id: 'crm', tool_id: 'refund' },
    billing: { kind: 'api_source', api_source_id: 'billing', operation_id: 'charge' },
  },
  cases: {
    small_amounts: {
      subjects: ['sales', 'others'],
      targets: ['search', 'refund', 'billing'],
      actions: ['tool.invoke'],
      attributes: { amount: 20 },
      expected: [
        { subject: 'sales', target: 'billing', effect: 'deny', reason_code: 'no_rule_matched' },
        { subject: 'sales', effect: 'allow', decided_by: ['sales'] },
      ],
    },
    large_amounts: {
      subjects: ['sales'],
      targets: ['refund'],
      actions: ['tool.invoke', 'tool.list'],
      attributes: { amount: 500 },
      expected: [{ effect: 'require_approval' }],
    },
    frozen: {
      subjects: ['sales'],
      targets: ['search'],
      actions: ['tool.invoke'],
      attributes: { now: '2026-12-24T00:00:00.000Z', amount: 1 },
      expected: [{ effect: 'deny', decided_by: ['freeze'] }],
    },
  },
};

const brief = (tests: unknown): unknown[] =>
  validatePolicyTests(tests).map(({ reasonCode, path }) => [reasonCode, path]);

describe('validatePolicyTests', () => {
  it('accepts users as identity providers name them, like policies', () => {
    const subjects = { sales: { user_id: 'auth0|1234' }, others: { agent_id: 'agt_x' } };
    expect(validatePolicyTests({ ...TESTS, subjects })).to.deep.equal([]);
    const wrong = validatePolicyTests({ ...TESTS, subjects: { ...subjects, sales: { user_id: 'a b' } } });
    expect(wrong.map(({ path, reasonCode }) => [path, reasonCode])).to.deep.equal([
      ['/tests/subjects/sales/user_id', 'invalid_value'],
    ]);
  });
});

describe('runPolicyTests', () => {
  it('decides every subject, target and action, and expects a deny where no row fits', () => {
    expect(brief(TESTS)).to.deep.equal([]);
    expect(runPolicyTests(manifest, TESTS)).to.deep.equal({ cases: 3, calls: 9, failed: 0, failures: [] });
  });

  it('reports each call that gets another decision; a validation reports each case once', () => {
    const open = { ...manifest, default_effect: 'allow' } as const;
    const run = runPolicyTests(open, TESTS);
    expect(run.failed).to.equal(4);
    expect(run.failures.map((failure) => [failure.case, failure.subject, failure.target])).to.deep.equal([
      ['small_amounts', 'sales', 'billing'],
      ['small_amounts', 'others', 'search'],
      ['small_amounts', 'others', 'refund'],
      ['small_amounts', 'others', 'billing'],
    ]);
    expect(run.failures[0]).to.deep.equal({
      case: 'small_amounts',
      subject: 'sales',
      target: 'billing',
      action: 'tool.invoke',
      expected: { effect: 'deny', reasonCode: 'no_rule_matched', decidedBy: null },
      actual: { effect: 'allow', reasonCode: 'no_rule_matched', decidedBy: [] },
    });
    expect(testFindings(run)).to.deep.equal([
      {
        reasonCode: 'test_failed',
        message: 'A test of the policy does not get the decision that it expects.',
        line: null,
        column: null,
        path: '/tests/cases/small_amounts',
        detail: 'A call of this case does not get the decision that is expected: deny.',
        expected: { values: ['deny'] },
      },
    ]);
  });

  it('checks a decision’s reason and all of its rules where they are given', () => {
    const row = { effect: 'allow' } as const;
    const runs = (expected: object): number => {
      const { small_amounts } = TESTS.cases;
      const one = {
        ...small_amounts,
        subjects: ['sales'],
        targets: ['search'],
        expected: [{ ...row, ...expected }],
      };
      return runPolicyTests(manifest, { ...TESTS, cases: { one } } as unknown as PolicyTests).failures.length;
    };
    expect([
      runs({}),
      runs({ reason_code: 'because_test' }),
      runs({ reason_code: 'another' }),
      runs({ decided_by: ['sales'] }),
      runs({ decided_by: ['sales', 'refunds'] }),
      runs({ decided_by: [] }),
    ]).to.deep.equal([0, 0, 1, 0, 1, 1]);
  });
});

describe('a run of tests in which everything fails', () => {
  const rules = Array.from({ length: 1000 }, (_, i) => ruleOf({ rule_id: `r${i}` }));
  const names = Array.from({ length: 100 }, (_, i) => `n${i}`);
  const tests: PolicyTests = {
    tests_version: '1.0',
    subjects: Object.fromEntries(names.map((name) => [name, {}])),
    targets: { crm: { kind: 'mcp_server', server_id: 'crm' } },
    cases: Object.fromEntries(
      names
        .slice(0, 50)
        .map((name) => [name, { subjects: names, targets: ['crm'], actions: ['tool.list'], expected: [] }]),
    ),
  };

  it('counts 5,000 failures, reports the first hundred, and fifty of a thousand rules', () => {
    const { failures, ...counts } = runPolicyTests(manifestOf(...rules), tests);
    expect([counts, failures.length]).to.deep.equal([{ cases: 50, calls: 5000, failed: 5000 }, 100]);
    expect(failures.map(({ actual }) => actual.decidedBy.length)).to.deep.equal(Array(100).fill(50));
  });

  it('stops between any two calls', () => {
    const steps = [
      ...runningPolicyTests(manifestOf(), { ...tests, cases: { n1: tests.cases.n1 as TestCase } }),
    ];
    expect(steps.length).to.equal(100);
  });
});

describe('validatePolicyTests', () => {
  const { small_amounts } = TESTS.cases;
  const withCase = (fields: object): unknown => ({
    ...TESTS,
    cases: { one: { ...small_amounts, ...fields } },
  });

  it('reports malformed tests', () => {
    const found: [unknown, unknown[]][] = [
      [null, [['schema_violation', '/tests']]],
      [
        {},
        ['tests_version', 'subjects', 'targets', 'cases'].map((name) => ['missing_field', `/tests/${name}`]),
      ],
      [{ ...TESTS, tests_version: '2.0' }, [['invalid_value', '/tests/tests_version']]],
      [{ ...TESTS, now: 'today' }, [['invalid_value', '/tests/now']]],
      [{ ...TESTS, extra: 1 }, [['unknown_field', '/tests/extra']]],
      [{ ...TESTS, subjects: { 'no name': {} } }, [['invalid_value', '/tests/subjects']]],
      [{ ...TESTS, targets: { x: { kind: 'printer' } } }, [['invalid_value', '/tests/targets/x/kind']]],
      [
        { ...TESTS, targets: { x: { kind: 'mcp_server', api_source_id: 'a' } } },
        [
          ['missing_field', '/tests/targets/x/server_id'],
          ['unknown_field', '/tests/targets/x/api_source_id'],
        ],
      ],
      [withCase({ actions: ['tool.guess'] }), [['invalid_value', '/tests/cases/one/actions/0']]],
      [
        withCase({ expected: [{ effect: 'maybe' }] }),
        [['invalid_value', '/tests/cases/one/expected/0/effect']],
      ],
      [
        withCase({ attributes: { amount: { eur: 1 } } }),
        [['schema_violation', '/tests/cases/one/attributes/amount']],
      ],
    ];
    for (const [tests, findings] of found)
      expect(brief(tests), JSON.stringify(tests)).to.deep.equal(findings);
  });

  it('reports dangling names and malformed calls', () => {
    expect(brief(withCase({ subjects: ['sales', 'nobody'] }))).to.deep.equal([
      ['unknown_reference', '/tests/cases/one/subjects/1'],
    ]);
    expect(brief(withCase({ expected: [{ target: 'elsewhere', effect: 'allow' }] }))).to.deep.equal([
      ['unknown_reference', '/tests/cases/one/expected/0/target'],
    ]);
    const targets = { ...TESTS.targets, search: { kind: 'mcp_server', server_id: 'crm' } };
    expect(brief({ ...TESTS, targets, cases: { one: small_amounts } })).to.deep.equal([
      ['missing_field', '/tests/targets/search/tool_id'],
    ]);
  });

  it('finds secrets in any field', () => {
    const secret = 'sk_live_0123456789abcdef';
    expect(brief(withCase({ attributes: { note: secret } }))).to.deep.equal([
      ['forbidden_material', '/tests/cases/one/attributes/note'],
    ]);
  });

  it('accepts 5,000 calls and refuses one more', () => {
    const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `n${i}`);
    const all = (count: number) => Object.fromEntries(names(count).map((name) => [name, {}]));
    const target = { kind: 'mcp_server', server_id: 'crm' };
    const tests = (subjects: number) => ({
      tests_version: '1.0',
      subjects: all(subjects),
      targets: { crm: target },
      cases: Object.fromEntries(
        names(50).map((name) => [
          name,
          { subjects: names(subjects), targets: ['crm'], actions: ['tool.list'], expected: [] },
        ]),
      ),
    });
    expect(brief(tests(100))).to.deep.equal([]);
    expect(brief(tests(101))).to.deep.equal([['limit_exceeded', '/tests/cases']]);
  });
});

describe('decideTests', () => {
  it('gives a draft tests, which makes it unvalidated, and removes them again', () => {
    const validated = policyOf({ validation: { ...policyOf().validation, valid: true, status: 'valid' } });
    const { policyVersion, changedFields } = expectOk(decideTests(validated, TESTS, { now: NOW }));
    expect([changedFields, policyVersion.tests, policyVersion.validation.status]).to.deep.equal([
      ['tests', 'validation'],
      TESTS,
      'not_validated',
    ]);
    expect(expectOk(decideTests(policyVersion, TESTS, { now: NOW })).changedFields).to.deep.equal([]);
    const without = expectOk(decideTests(policyVersion, null, { now: NOW })).policyVersion;
    expect('tests' in without).to.equal(false);
    expect(without.manifestHash).to.equal(validated.manifestHash);
  });

  it('refuses tests on anything but a draft, and tests that cannot be run', () => {
    for (const status of ['active', 'superseded', 'archived'] as const)
      expect(refusalIn(decideTests(policyOf({ status }), TESTS, { now: NOW }))).to.deep.equal({
        reasonCode: 'invalid_state',
      });
    const wrong = { ...TESTS, now: 1 };
    expect(refusalIn(decideTests(policyOf(), wrong, { now: NOW }))).to.deep.equal({
      reasonCode: 'invalid_request',
      field: 'tests.now',
      detail: 'It must be a text that is a date-time with an offset, such as 2026-01-31T12:00:00Z.',
      expected: { type: 'string', format: 'date-time' },
    });
  });
});
