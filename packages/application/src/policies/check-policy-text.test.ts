import type { PolicyVersion } from '@govgate/domain';
import { policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { manifest, rule, version } from '../authzen/testing/decision-bench.js';
import { answerOf, type Bench, makeBench, PROD_SCOPE, refusalOf } from '../testing/use-case-bench.js';
import { makeCheckPolicyText } from './check-policy-text.js';

const benchWith = async (over: Partial<PolicyVersion> = {}): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'policy_admin');
  await bench.grant('ada', 'platform_admin');
  await bench.grant('bob', 'auditor');
  await bench.put(policyVersionKind, version('pv_1', manifest(rule({})), { status: 'draft', ...over }));
  return bench;
};

const input = (text: string) => ({ scope: PROD_SCOPE, policyVersion: 'pv_1', text, format: 'json' as const });
const textOf = (...rules: object[]): string => JSON.stringify({ ...manifest(), rules }, undefined, 1);

describe('checking the text of a policy', () => {
  it('finds what a validation would, at its line, and writes nothing', async () => {
    const bench = await benchWith();
    const check = makeCheckPolicyText(bench.ports);
    const before = await bench.ports.records.get(policyVersionKind, PROD_SCOPE, 'pv_1');
    const text = textOf(rule({ effect: 'maybe' as 'deny' }));
    const { validation, warnings } = answerOf(await check(await bench.as('ada'), input(text)));
    const line = text.split('\n').findIndex((one) => one.includes('maybe')) + 1;
    expect(validation).to.deep.include({ valid: false, status: 'invalid', ruleCount: 1, checkedBy: 'ada' });
    expect(validation.errors.map((one) => [one.path, one.line])).to.deep.equal([['/rules/0/effect', line]]);
    expect(warnings).to.deep.equal([]);
    expect(await bench.ports.records.get(policyVersionKind, PROD_SCOPE, 'pv_1')).to.deep.equal(before);
  });

  it('names what the text refers to and what does not exist, at its line', async () => {
    const bench = await benchWith();
    const text = textOf(rule({ subjects: { groups: ['operator'] } }));
    const { validation, warnings } = answerOf(
      await makeCheckPolicyText(bench.ports)(await bench.as('ada'), input(text)),
    );
    expect(validation.valid).to.equal(true);
    const line = text.split('\n').findIndex((one) => one.includes('"operator"')) + 1;
    expect(warnings.map((one) => [one.nearest, one.line])).to.deep.equal([['operators', line]]);
  });

  it('says where a text cannot be read', async () => {
    const bench = await benchWith();
    const { validation } = answerOf(
      await makeCheckPolicyText(bench.ports)(await bench.as('ada'), input('{\n"rules": [,]\n}')),
    );
    expect(validation.errors.map(({ reasonCode, line }) => [reasonCode, line])).to.deep.equal([
      ['schema_violation', 2],
    ]);
  });

  it("runs the draft's tests", async () => {
    const tests: PolicyVersion['tests'] = {
      tests_version: '1.0',
      now: '2026-01-02T00:00:00.000Z',
      subjects: { ada: { user_id: 'ada' } },
      targets: { crm: { kind: 'mcp_server', server_id: 'srv_crm' } },
      cases: {
        ada_may: {
          subjects: ['ada'],
          targets: ['crm'],
          actions: ['tool.invoke'],
          expected: [{ effect: 'allow' }],
        },
      },
    };
    const bench = await benchWith({ tests });
    const { validation } = answerOf(
      await makeCheckPolicyText(bench.ports)(await bench.as('ada'), input(textOf())),
    );
    expect(validation.valid).to.equal(false);
    expect(validation.errors[0]?.path).to.match(/^\/tests\//);
  });

  it('is refused for a secret, for what is no draft, and to whoever may not validate', async () => {
    const bench = await benchWith();
    const check = makeCheckPolicyText(bench.ports);
    const secret = textOf(rule({ description: 'sk_live_0123456789abcdef' }));
    const ada = await bench.as('ada');
    expect(refusalOf(await check(ada, input(secret)))).to.equal('forbidden_material text');
    expect(refusalOf(await check(await bench.as('bob'), input(textOf())))).to.equal('permission_denied');
    await bench.put(policyVersionKind, version('pv_2', manifest(rule({})), { status: 'archived' }));
    const archived = { ...input(textOf()), policyVersion: 'pv_2' };
    expect(refusalOf(await check(ada, archived))).to.equal('invalid_state');
  });
});
