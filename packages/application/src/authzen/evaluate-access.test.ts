import type { Agent, SequencedRevocation } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { agentKind, clientSessionKind, groupKind, policyVersionKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { AccessQuestion } from '../access/access-question.js';
import { changesOfAgents } from '../agents/change-agent.js';
import { makePublishPolicy } from '../policies/publish-policy.js';
import { makeTerminateSession } from '../sessions/terminate-session.js';
import { session } from '../sessions/testing/records.js';
import {
  answerOf,
  type Bench,
  group,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeEvaluateAccess } from './evaluate-access.js';
import { bench, manifest, rule, version } from './testing/decision-bench.js';

const question = (over: Partial<AccessQuestion> = {}): AccessQuestion => ({
  subject: { type: 'user', id: 'bob' },
  action: { name: 'read' },
  resource: { type: 'record', id: 'record-1' },
  ...over,
});

const answered = async (on: Bench, over: Partial<AccessQuestion> = {}) => {
  const evaluate = makeEvaluateAccess(on.ports);
  return answerOf(await evaluate(await on.as('eve'), { scope: PROD_SCOPE, question: question(over) }));
};

/** The decision and why. */
const decided = async (on: Bench, over: Partial<AccessQuestion> = {}) => {
  const { decision, context } = await answered(on, over);
  return [decision, context.reasonCode];
};

const calling = { subject: { type: 'client_session', id: 'cs_1' } };

describe('a request to the decision point', () => {
  it('is answered with what decided it', async () => {
    const on = await bench(rule({ obligations: [{ type: 'audit_level', value: 'full' }] }));
    expect(await answered(on)).to.deep.equal({
      decision: true,
      context: {
        reasonCode: 'because',
        policyVersion: 'pv_1',
        manifestHash: version(
          'pv_1',
          manifest(rule({ obligations: [{ type: 'audit_level', value: 'full' }] })),
        ).manifestHash,
        decidedBy: ['rule'],
        obligations: [{ type: 'audit_level', value: 'full' }],
      },
    });
  });

  it('is allowed to callers who may evaluate, in their environments', async () => {
    const on = await bench(rule({}));
    const evaluate = makeEvaluateAccess(on.ports);
    const asked = async (who: string, environmentId: string) =>
      refusalOf(
        await evaluate(await on.as(who), {
          scope: { tenantId: TENANT, environmentId },
          question: question(),
        }),
      );
    await on.grant('bob', 'viewer');
    expect([
      await asked('eve', PRODUCTION),
      await asked('bob', PRODUCTION),
      await asked('eve', 'staging'),
      await asked('eve', 'nowhere'),
    ]).to.deep.equal(['ok', 'permission_denied', 'not_found', 'not_found']);
  });

  it('maps resources to targets: tools and operations by two ids, everything else by type and action', async () => {
    const on = await bench(
      rule({ rule_id: 'tool', targets: { server_ids: ['srv'], tool_ids: ['a/b'] }, actions: ['tool.list'] }),
      rule({ rule_id: 'api', targets: { api_source_ids: ['crm'], operation_ids: ['get'] } }),
      rule({ rule_id: 'other', targets: { api_source_ids: ['record'], operation_ids: ['read'] } }),
    );
    const by = async (type: string, id: string, name: string) =>
      (await answered(on, { resource: { type, id }, action: { name } })).decision;
    expect([
      await by('mcp_tool', 'srv/a/b', 'tool.list'),
      await by('mcp_tool', 'srv/a/b', 'tool.invoke'),
      await by('mcp_tool', 'srv/a/b', 'whatever'),
      await by('mcp_tool', 'srv', 'tool.list'),
      await by('mcp_tool', '/a', 'tool.list'),
      await by('api_operation', 'crm/get', 'whatever'),
      await by('api_operation', 'crm/put', 'get'),
      await by('record', 'r1', 'read'),
      await by('record', 'r1', 'write'),
    ]).to.deep.equal([true, false, false, false, false, true, false, true, false]);
  });

  it('gives conditions every property under its name, and never lets one override the resource’s id', async () => {
    const when = (attribute: string, value: string | number) =>
      rule({ rule_id: attribute, conditions: [{ attribute, operator: 'eq', value }] });
    const by = async (attribute: string, value: string | number, over: Partial<AccessQuestion>) =>
      (await answered(await bench(when(attribute, value)), over)).decision;
    expect([
      await by('subject.level', 3, { subject: { type: 'user', id: 'bob', properties: { level: 3 } } }),
      await by('action.mode', 'x', { action: { name: 'read', properties: { mode: 'x' } } }),
      await by('context.ip', '::1', { context: { ip: '::1' } }),
      await by('resource.id', 'record-1', {}),
      await by('resource.id', 'record-9', {
        resource: { type: 'record', id: 'record-1', properties: { id: 'record-9' } },
      }),
    ]).to.deep.equal([true, true, true, true, false]);
  });

  it('lets objects and null make a rule undecidable, which then only restricts', async () => {
    const condition = { attribute: 'context.a', operator: 'ne', value: 'x' } as const;
    const denies = await bench(rule({}), rule({ rule_id: 'no', effect: 'deny', conditions: [condition] }));
    const allows = await bench(rule({ conditions: [condition] }));
    for (const a of [null, { b: 1 }, [1]]) {
      expect((await answered(denies, { context: { a } })).decision).to.equal(false);
      expect((await answered(allows, { context: { a } })).decision).to.equal(false);
    }
    expect((await answered(allows, { context: { a: 'y' } })).decision).to.equal(true);
  });

  it('takes a user’s groups from the store, and ignores any in the request', async () => {
    const on = await bench(rule({ subjects: { groups: ['operators'] } }));
    const claims = { properties: { groups: ['operators'] }, groups: ['operators'] };
    expect([
      await decided(on),
      await decided(on, { subject: { type: 'user', id: 'eve', ...claims } }),
    ]).to.deep.equal([
      [true, 'because'],
      [false, 'no_rule_matched'],
    ]);
  });

  it('denies absent and inactive subjects, with 200', async () => {
    const on = await bench(rule({}));
    const agent = { ...PROD_SCOPE, owner: { team: 'x' }, approvalStatus: 'approved' };
    await on.put(
      agentKind,
      { ...agent, agentId: 'on', lifecycleState: 'active' } as unknown as Agent,
      { ...agent, agentId: 'off', lifecycleState: 'disabled' } as unknown as Agent,
    );
    await on.put(clientSessionKind, session(), session({ clientSessionId: 'idle', state: 'idle' }));
    await on.put(userKind, userOf('off', { disabledAt: '2026-01-01T00:00:00.000Z' }));
    const by = (type: string, id: string) => decided(on, { subject: { type, id } });
    expect([
      await by('user', 'bob'),
      await by('user', 'off'),
      await by('agent', 'on'),
      await by('agent', 'off'),
      await by('agent', 'none'),
      await by('client_session', 'cs_1'),
      await by('client_session', 'idle'),
      await by('client_session', 'none'),
      await by('spaceship', 'enterprise'),
    ]).to.deep.equal([
      [true, 'because'],
      [false, 'subject_not_active'],
      [true, 'because'],
      [false, 'subject_not_active'],
      [false, 'subject_unknown'],
      [true, 'because'],
      [false, 'session_not_active'],
      [false, 'subject_unknown'],
      [false, 'subject_type_unknown'],
    ]);
  });

  it('never confuses subjects whose type and id read the same when joined', async () => {
    const on = await bench(rule({}));
    expect([
      await decided(on, { subject: { type: 'user', id: 'a b' } }),
      await decided(on, { subject: { type: 'user a', id: 'b' } }),
      await decided(on, { subject: { type: 'user', id: 'a b' } }),
    ]).to.deep.equal([
      [true, 'because'],
      [false, 'subject_type_unknown'],
      [true, 'because'],
    ]);
  });

  it('is denied where no policy is active', async () => {
    const on = await makeBench();
    await on.grant('eve', 'data_plane_agent');
    expect(await decided(on)).to.deep.equal([false, 'no_active_policy']);
  });
});

describe('what changes', () => {
  it('takes effect with the next request: a publish', async () => {
    const on = await bench(rule({}));
    const next = version('pv_2', manifest(rule({ effect: 'deny' })));
    await on.put(policyVersionKind, next);
    expect(await decided(on)).to.deep.equal([true, 'because']);
    answerOf(
      await makePublishPolicy(on.ports)(await on.as('ada'), {
        scope: PROD_SCOPE,
        policyVersion: 'pv_2',
        manifestHash: next.manifestHash,
        reasonCode: 'go_live',
      }),
    );
    const { decision, context } = await answered(on);
    expect([decision, context.policyVersion]).to.deep.equal([false, 'pv_2']);
  });

  it('takes effect with the next request: a group, and the end of a session', async () => {
    const on = await bench(rule({ subjects: { groups: ['operators'] } }));
    await on.put(clientSessionKind, session());
    expect(await decided(on, calling)).to.deep.equal([true, 'because']);
    await on.put(groupKind, group('operators', []));
    expect(await decided(on, calling)).to.deep.equal([false, 'no_rule_matched']);
    await on.put(groupKind, group('operators', ['bob']));
    expect(await decided(on, calling)).to.deep.equal([true, 'because']);
    answerOf(
      await makeTerminateSession(on.ports)(await on.as('ada'), {
        scope: PROD_SCOPE,
        clientSessionId: 'cs_1',
        reasonCode: 'incident',
      }),
    );
    expect(await decided(on, calling)).to.deep.equal([false, 'session_not_active']);
  });

  it('takes effect with the next request: a revocation, even if its subject is in use again', async () => {
    const on = await bench(rule({}));
    const agent = { ...PROD_SCOPE, agentId: 'bot', owner: { team: 'x' }, approvalStatus: 'approved' };
    const active = { ...agent, lifecycleState: 'active' } as unknown as Agent;
    await on.put(agentKind, active);
    await on.put(clientSessionKind, session({ agentId: 'bot' }));
    expect(await decided(on, calling)).to.deep.equal([true, 'because']);
    const disabled = await changesOfAgents.disable(on.ports)(await on.as('ada'), {
      scope: PROD_SCOPE,
      agentId: 'bot',
      reasonCode: 'incident',
    });
    answerOf(disabled);
    await on.put(agentKind, active);
    const feed: readonly SequencedRevocation[] = await on.store.revocations.after(PROD_SCOPE, 0, 10);
    expect(feed.map(({ subjectType }) => subjectType)).to.deep.equal(['agent']);
    expect(await decided(on, calling)).to.deep.equal([false, 'revoked']);
  });

  it('is not looked up while nothing was committed', async () => {
    const on = await bench(rule({}));
    await on.put(clientSessionKind, session());
    await decided(on, calling);
    let reads = 0;
    const get = on.store.records.get.bind(on.store.records);
    Object.assign(on.store.records, {
      get: (...args: Parameters<typeof get>) => {
        reads += 1;
        return get(...args);
      },
    });
    await decided(on, calling);
    await decided(on, calling);
    // Only this test's callers are looked up each time.
    const eve = reads;
    await on.as('eve');
    await on.as('eve');
    expect(reads - eve).to.equal(eve);
  });
});
