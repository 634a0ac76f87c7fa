import type { PolicyVersion } from '@govgate/domain';
import { policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { manifest, rule, version } from '../authzen/testing/decision-bench.js';
import { ServerBench } from '../mcp-servers/testing/server-bench.js';
import { answerOf, type Bench, makeBench, PROD_SCOPE, PRODUCTION } from '../testing/use-case-bench.js';
import { policyWarnings } from './policy-warnings.js';
import { makePreviewPublish } from './preview-publish.js';
import { makeValidatePolicy } from './validate-policy.js';

const misspelt = manifest(
  rule({
    subjects: { groups: ['operators', 'operator'], users: ['ada', 'adda'] },
    targets: { server_ids: ['srv_crm'] },
  }),
);

const benchWith = async (over: Partial<PolicyVersion> = {}): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'policy_admin');
  await bench.grant('ada', 'platform_admin');
  await bench.grant('bob', 'policy_admin', { scopeType: 'environment', environmentId: PRODUCTION });
  await bench.put(policyVersionKind, version('pv_1', misspelt, over));
  return bench;
};

const request = { scope: PROD_SCOPE, policyVersion: 'pv_1' };

const warning = (path: string, nearest: string | null, at = { line: null, column: null } as object) => ({
  reasonCode: 'unknown_reference',
  message: 'The value refers to something that does not exist.',
  line: null,
  column: null,
  path,
  nearest,
  ...at,
});

const UNKNOWN = [
  warning('/rules/0/subjects/groups/1', 'operators'),
  warning('/rules/0/subjects/users/1', 'ada'),
  warning('/rules/0/targets/server_ids/0', null),
];

describe('the warnings of a policy', () => {
  it('name what it refers to and what does not exist, and leave it valid', async () => {
    const bench = await benchWith();
    const validated = answerOf(await makeValidatePolicy(bench.ports)(await bench.as('ada'), request));
    expect(validated.validation.valid).to.equal(true);
    expect(validated.warnings).to.have.deep.members(UNKNOWN);
    const preview = answerOf(await makePreviewPublish(bench.ports)(await bench.as('ada'), request));
    expect([preview.publishable, preview.warnings]).to.deep.equal([true, validated.warnings]);
  });

  it('give the place in the text that was submitted', async () => {
    const text = JSON.stringify(misspelt, undefined, 1);
    const bench = await benchWith({ submittedText: { text, format: 'json' } });
    const { warnings } = answerOf(await makeValidatePolicy(bench.ports)(await bench.as('ada'), request));
    const line = text.split('\n').findIndex((one) => one.includes('"operator"')) + 1;
    expect(warnings.find(({ nearest }) => nearest === 'operators')?.line).to.equal(line);
  });

  it('cost no more than the text of a rule that names many servers and many tools', async () => {
    const named = (prefix: string) => Array.from({ length: 1000 }, (_, index) => `${prefix}${index}`);
    const targets = { server_ids: named('s'), tool_ids: named('t') };
    const body = manifest(
      ...Array.from({ length: 10 }, (_, index) => rule({ rule_id: `rule_${index}`, targets })),
    );
    const bench = await benchWith();
    await bench.put(policyVersionKind, version('pv_1', body));
    const start = process.cpuUsage();
    const { warnings } = answerOf(await makeValidatePolicy(bench.ports)(await bench.as('ada'), request));
    const { user, system } = process.cpuUsage(start);
    expect(warnings.length).to.equal(100);
    // A fifth of this is usual; servers times tools took twenty times as long, in one turn.
    expect((user + system) / 1000).to.be.lessThan(1000);
  });

  it('look up what is named in turns, however many are asked for at once', async () => {
    const bench = await benchWith();
    const steps: string[] = [];
    const { tenantQueue, records } = bench.ports;
    const ports = {
      ...bench.ports,
      tenantQueue: Object.assign(Object.create(tenantQueue), {
        next: async (tenantId: string) => {
          await tenantQueue.next(tenantId);
          steps.push('turn');
        },
      }),
      records: Object.assign(Object.create(records), {
        getMany: (...sent: Parameters<typeof records.getMany>) => {
          if (steps.at(-1) !== 'look') steps.push('look');
          return records.getMany(...sent);
        },
      }),
    };
    const context = await bench.as('ada');
    const warned = { ...version('pv_1', misspelt), submittedText: null };
    await Promise.all([1, 2, 3].map(() => policyWarnings(ports, context, warned)));
    const looks = steps.flatMap((step, at) => (step === 'look' ? [steps[at - 1]] : []));
    expect(looks).to.deep.equal(['turn', 'turn', 'turn']);
  });

  it('look for tools at the servers that a rule means, approved or waiting', async () => {
    const servers = await ServerBench.make();
    await servers.calls.register();
    const tools = manifest(
      rule({ targets: { server_ids: ['srv_crm'], tool_ids: ['search', 'serch', 'del*', 'x*'] } }),
      rule({ rule_id: 'two', targets: { tool_ids: ['delete'] } }),
    );
    await servers.bench.put(policyVersionKind, version('pv_1', tools));
    await servers.bench.grant('ada', 'policy_admin');
    const ada = await servers.bench.as('ada');
    const { warnings } = answerOf(await makeValidatePolicy(servers.ports)(ada, request));
    expect(warnings).to.deep.equal([
      warning('/rules/0/targets/tool_ids/1', 'search'),
      warning('/rules/0/targets/tool_ids/3', null),
    ]);
  });

  it('say nothing of users that the caller may not read, and name no group', async () => {
    const bench = await benchWith();
    const { warnings } = answerOf(await makeValidatePolicy(bench.ports)(await bench.as('bob'), request));
    expect(warnings).to.deep.equal([
      warning('/rules/0/subjects/groups/1', null),
      warning('/rules/0/targets/server_ids/0', null),
    ]);
  });
});
