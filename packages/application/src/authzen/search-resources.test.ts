import type { PolicyRule, Result } from '@govgate/domain';
import { clientSessionKind, policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { ServerBench, toolInput } from '../mcp-servers/testing/server-bench.js';
import { session } from '../sessions/testing/records.js';
import { answerOf, type Bench, PROD_SCOPE } from '../testing/use-case-bench.js';
import { makeSearchResources, makeSearchSubjects, type SearchAnswer } from './search-access.js';
import { bench, manifest, rule, version } from './testing/decision-bench.js';

type Page = SearchAnswer<{ readonly id: string }>;

/** The pages of a search for resources, and whether any of them says that it is not all. */
const searched = async (on: Bench, type: string, limit = 1_000, most = 100) => {
  const search = makeSearchResources(on.ports);
  const pages: string[][] = [];
  let [token, isIncomplete] = ['', false];
  do {
    const found: Result<Page> = await search(await on.as('eve'), {
      scope: PROD_SCOPE,
      subject: { type: 'user', id: 'bob' },
      action: { name: 'tool.invoke' },
      resource: { type },
      limit,
      token,
    });
    const { results, page, context } = answerOf(found);
    pages.push(results.map(({ id }) => id));
    isIncomplete ||= context?.incomplete ?? false;
    token = page.nextToken;
  } while (token !== '' && pages.length < most);
  return { pages, ids: pages.flat(), isIncomplete };
};

const policy = (...rules: PolicyRule[]) => version('pv_1', manifest(...rules), { status: 'active' });

describe('a search for resources', () => {
  it('returns the approved tools of registered servers, whatever the policy names', async () => {
    const servers = await ServerBench.make();
    await servers.live();
    await servers.bench.put(policyVersionKind, policy(rule({ targets: {} })));
    expect(await searched(servers.bench, 'mcp_tool')).to.deep.equal({
      pages: [['srv_crm/search', 'srv_crm/delete']],
      ids: ['srv_crm/search', 'srv_crm/delete'],
      isIncomplete: false,
    });
    expect((await searched(servers.bench, 'mcp_tool', 1)).pages).to.deep.equal([
      ['srv_crm/search'],
      ['srv_crm/delete'],
    ]);
  });

  it('returns the pairs that rules name, each once, after those', async () => {
    const servers = await ServerBench.make();
    await servers.live({ tools: [toolInput('search')] });
    const lists = { server_ids: ['srv_crm', 'srv_a', 'srv_b'], tool_ids: ['search', 'x'] };
    await servers.bench.put(
      policyVersionKind,
      policy(
        rule({ targets: lists }),
        rule({ rule_id: 'again', targets: { ...lists, tool_ids: ['x', 'y'] } }),
      ),
    );
    const expected = [
      'srv_crm/search',
      'srv_a/search',
      'srv_a/x',
      'srv_a/y',
      'srv_b/search',
      'srv_b/x',
      'srv_b/y',
    ];
    for (const limit of [1, 2, 100])
      expect((await searched(servers.bench, 'mcp_tool', limit)).ids, String(limit)).to.deep.equal(expected);
  });

  it('says where a rule allows more than can be listed', async () => {
    const incomplete = async (type: string, targets: PolicyRule['targets'], over: Partial<PolicyRule> = {}) =>
      (await searched(await bench(rule({ targets, ...over })), type)).isIncomplete;
    const isOne = [{ attribute: 'resource.id', operator: 'eq', value: '1' }] as const;
    expect([
      await incomplete('mcp_tool', { server_ids: ['a'], tool_ids: ['x'] }),
      await incomplete('mcp_tool', { server_ids: ['a'] }),
      await incomplete('mcp_tool', { server_ids: ['a'], tool_ids: ['x', '*'] }),
      await incomplete('api_operation', { api_source_ids: ['a'], operation_ids: ['x'] }),
      await incomplete('api_operation', { api_source_ids: ['a'] }),
      await incomplete('record', { api_source_ids: ['record'] }),
      await incomplete('record', { api_source_ids: ['record'] }, { conditions: isOne }),
    ]).to.deep.equal([false, true, true, false, true, true, false]);
  });

  it('costs a page at a time, however many pairs the policy spells', async () => {
    const names = (letter: string) => Array.from({ length: 1_000 }, (_, i) => `${letter}${i}`);
    const rules = Array.from({ length: 10 }, (_, i) =>
      rule({ rule_id: `r${i}`, targets: { server_ids: names(`s${i}_`), tool_ids: names('t') } }),
    );
    const on = await bench(...rules);
    const { pages } = await searched(on, 'mcp_tool', 200, 3);
    expect(pages.map(({ length }) => length)).to.deep.equal([200, 200, 200]);
    expect(pages.flat().slice(0, 2)).to.deep.equal(['s0_0/t0', 's0_0/t1']);
  });
});

describe('a search for users', () => {
  it('names those with a live session here to a caller who may not read users', async () => {
    const on = await bench(rule({}));
    const live = (clientSessionId: string, userId: string, over = {}) =>
      session({ clientSessionId, userId, ...over });
    await on.put(
      clientSessionKind,
      live('cs_1', 'bob'),
      live('cs_2', 'ada'),
      live('cs_3', 'bob'),
      live('cs_4', 'eve', { state: 'terminated' }),
      live('cs_5', 'zoe', { environmentId: 'staging' }),
    );
    const found = async (who: string, limit: number) => {
      const pages: string[][] = [];
      let token = '';
      do {
        const answer = await makeSearchSubjects(on.ports)(await on.as(who), {
          scope: PROD_SCOPE,
          subject: { type: 'user' },
          action: { name: 'read' },
          resource: { type: 'record', id: '1' },
          limit,
          token,
        });
        const { results, page } = answerOf<Page>(answer);
        pages.push(results.map(({ id }) => id));
        token = page.nextToken;
      } while (token !== '');
      return pages.flat();
    };
    expect([await found('eve', 10), await found('eve', 1), await found('ada', 10)]).to.deep.equal([
      ['ada', 'bob'],
      ['ada', 'bob'],
      ['ada', 'bob', 'eve'],
    ]);
  });
});
