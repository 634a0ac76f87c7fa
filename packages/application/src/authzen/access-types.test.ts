import type { PolicyRule } from '@govgate/domain';
import { policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { AccessQuestion } from '../access/access-question.js';
import { TenantQueue } from '../call/tenant-queue.js';
import { ServerBench } from '../mcp-servers/testing/server-bench.js';
import { answerOf, type Bench, PROD_SCOPE, refusalOf, START } from '../testing/use-case-bench.js';
import { makeEvaluateAccess, makeEvaluateAccesses } from './evaluate-access.js';
import { bench, manifest, rule, version } from './testing/decision-bench.js';

const ask = async (on: Bench, question: Partial<AccessQuestion>) =>
  makeEvaluateAccess(on.ports)(await on.as('eve'), {
    scope: PROD_SCOPE,
    question: {
      subject: { type: 'user', id: 'bob' },
      action: { name: 'tool.invoke' },
      resource: { type: 'mcp_tool', id: 'srv_crm/search' },
      ...question,
    },
  });

const decided = async (on: Bench, question: Partial<AccessQuestion>) => {
  const { decision, context } = answerOf(await ask(on, question));
  expect(context.reason).to.equal(decision ? undefined : context.reasonCode);
  return [decision, context.reasonCode];
};

/** The registered server CRM with an approved tool `search`, under a policy of these rules. */
const withServer = async (
  rules: readonly PolicyRule[],
  open: 'allow' | 'deny' = 'deny',
): Promise<ServerBench> => {
  const servers = await ServerBench.make();
  await servers.live();
  const body = { ...manifest(...rules), default_effect: open };
  await servers.bench.put(policyVersionKind, version('pv_1', body, { status: 'active' }));
  return servers;
};

const everything = rule({ targets: {} });

describe('a resource that nobody knows', () => {
  it('is denied whatever the policy allows: another type, and an id that differs in case, by a blank or a part', async () => {
    for (const { bench: on } of [await withServer([everything]), await withServer([], 'allow')]) {
      expect((await decided(on, {}))[0]).to.equal(true);
      const by = async (type: string, id: string) => (await decided(on, { resource: { type, id } }))[1];
      for (const type of [
        'mcp_tools',
        'MCP_TOOL',
        ' mcp_tool',
        'mcp_server',
        'tool',
        'constructor',
        '__proto__',
      ])
        expect(await by(type, 'srv_crm/search'), type).to.equal('resource_type_unknown');
      for (const id of [
        'SRV_CRM/search',
        'srv_crm/Search',
        ' srv_crm/search',
        'srv_crm /search',
        'srv_crm/search ',
        'srv_crm/',
        'srv_crm',
        'srv_other/search',
        '*/search',
        'srv_crm/*',
      ])
        expect(await by('mcp_tool', id), id).to.equal('target_unknown');
    }
  });

  it('is denied under the types of resources and prompts as well', async () => {
    const { bench: on } = await withServer([everything]);
    const by = (type: string, id: string, name: string) =>
      decided(on, { resource: { type, id }, action: { name } });
    expect([
      await by('mcp_resource', 'srv_crm/file:///a', 'resource.read'),
      await by('mcp_prompt', 'srv_crm/greet', 'prompt.get'),
      await by('mcp_resource', 'srv_other/file:///a', 'resource.read'),
      await by('mcp_prompt', 'srv_crm/greet', 'tool.invoke'),
      await by('mcp_tool', 'srv_crm/search', 'resource.read'),
    ]).to.deep.equal([
      [true, 'because'],
      [true, 'because'],
      [false, 'target_unknown'],
      [false, 'target_unknown'],
      [false, 'target_unknown'],
    ]);
  });

  it('is decided by the rules that name a resource or a prompt', async () => {
    const { bench: on } = await withServer([
      rule({ rule_id: 'r', targets: { resource_uris: ['crm://people/*'], prompt_names: ['greet'] } }),
    ]);
    const by = async (type: string, id: string, name: string) =>
      (await decided(on, { resource: { type, id: `srv_crm/${id}` }, action: { name } }))[0];
    expect([
      await by('mcp_resource', 'crm://people/ada', 'resource.read'),
      await by('mcp_resource', 'crm://deals', 'resource.read'),
      await by('mcp_prompt', 'greet', 'prompt.get'),
      await by('mcp_prompt', 'crm://people/ada', 'prompt.get'),
      await by('mcp_tool', 'search', 'tool.invoke'),
    ]).to.deep.equal([true, false, true, false, false]);
  });

  it('is known by a rule that writes its type, or a server, itself', async () => {
    const on = await bench(
      rule({ rule_id: 'api', targets: { api_source_ids: ['record'] } }),
      rule({ rule_id: 'server', targets: { server_ids: ['srv_lab'] } }),
      rule({ rule_id: 'off', enabled: false, targets: { api_source_ids: ['*'] } }),
    );
    const by = async (type: string, id: string) => (await decided(on, { resource: { type, id } }))[1];
    expect([
      await by('record', '1'),
      await by('records', '1'),
      await by('mcp_tool', 'srv_lab/x'),
      await by('mcp_tool', 'SRV_LAB/x'),
    ]).to.deep.equal(['because', 'resource_type_unknown', 'because', 'target_unknown']);
  });
});

describe('the attributes of a question', () => {
  const when = (attribute: string, value: string | number) =>
    bench(rule({ targets: {}, conditions: [{ attribute, operator: 'eq', value }] }));
  const api = { type: 'api_operation', id: 'crm/get' };

  it('are found by prefix, by dots into objects, and without a prefix in the context', async () => {
    const holds = async (attribute: string, value: string | number, over: Partial<AccessQuestion>) =>
      (await decided(await when(attribute, value), { resource: api, ...over }))[0];
    expect([
      await holds('region', 'eu', { context: { region: 'eu' } }),
      await holds('context.region', 'eu', { context: { region: 'eu' } }),
      await holds('context.geo.region', 'eu', { context: { geo: { region: 'eu' } } }),
      await holds('context.geo.region', 'eu', { context: { 'geo.region': 'eu' } }),
      await holds('arguments.amount', 7, { context: { arguments: { amount: 7 } } }),
      await holds('arguments.to.iban', 'x', { context: { arguments: { to: { iban: 'x' } } } }),
      await holds('amount', 7, { context: { arguments: { amount: 7 } } }),
      await holds('subject.org.unit', 'x', {
        subject: { type: 'user', id: 'bob', properties: { org: { unit: 'x' } } },
      }),
      await holds('now', START, { context: { now: '2000-01-01T00:00:00.000Z' } }),
      await holds('constructor', 'x', { context: { constructor: 'x' } }),
      await holds('toString.name', 'toString', { context: {} }),
    ]).to.deep.equal([true, true, true, true, true, true, false, true, true, true, false]);
  });

  it('are refused by name where one is too large, and only if the policy reads it', async () => {
    const on = await bench(
      rule({ targets: {} }),
      rule({
        rule_id: 'no',
        effect: 'deny',
        targets: {},
        conditions: [{ attribute: 'region', operator: 'contains', value: 'x' }],
      }),
    );
    const long = 'a'.repeat(1025);
    const refused = async (context: Record<string, unknown>) => {
      const answer = await ask(on, { resource: api, context });
      return answer.ok ? answer.value.decision : [answer.refusal.reasonCode, answer.refusal.field];
    };
    expect([
      await refused({ region: 'a'.repeat(1024) }),
      await refused({ region: 'a', body: long }),
      await refused({ region: long }),
      await refused({ region: ['a', long] }),
      await refused({ region: Array.from({ length: 1001 }, () => 'a') }),
      await refused({ region: Array.from({ length: 70 }, () => 'a'.repeat(1024)) }),
    ]).to.deep.equal([true, true, ...Array.from({ length: 4 }, () => ['limit_exceeded', 'context.region'])]);
    const many = await makeEvaluateAccesses(on.ports)(await on.as('eve'), {
      scope: PROD_SCOPE,
      defaults: { subject: { type: 'user', id: 'bob' }, action: { name: 'x' }, resource: api },
      questions: [{ context: { region: 'a' } }, { context: { region: long } }],
      semantics: 'execute_all',
    });
    const { evaluations } = answerOf(many) as {
      evaluations: readonly { decision: boolean; context: object }[];
    };
    expect(evaluations.map(({ decision }) => decision)).to.deep.equal([true, false]);
    expect(evaluations[1]?.context).to.include({ reasonCode: 'limit_exceeded', reason: 'limit_exceeded' });
    expect(evaluations[1]?.context).to.deep.include({
      error: { status: 413, message: 'Too large: context.region.' },
    });
  });
});

describe('a batch', () => {
  it('lets other calls continue after each ten milliseconds of work', async () => {
    const on = await bench(rule({}));
    let [now, rests] = [0, 0];
    const clock = { ...on.ports.clock, epochMs: () => (now += 1) };
    const tenantQueue = new TenantQueue(async () => {
      rests += 1;
    });
    const answer = await makeEvaluateAccesses({ ...on.ports, clock, tenantQueue })(await on.as('eve'), {
      scope: PROD_SCOPE,
      defaults: {
        subject: { type: 'user', id: 'bob' },
        action: { name: 'read' },
        resource: { type: 'record', id: '1' },
      },
      questions: Array.from({ length: 100 }, () => ({})),
      semantics: 'execute_all',
    });
    expect(refusalOf(answer)).to.equal('ok');
    expect(rests).to.be.within(5, 20);
  });
});
