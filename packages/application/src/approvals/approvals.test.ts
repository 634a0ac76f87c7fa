import type { Agent, Json, ManifestBody, PolicyRule } from '@govgate/domain';
import { agentKind, callApprovalKind, clientSessionKind, policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { changesOfAgents } from '../agents/change-agent.js';
import { makePublishPolicy } from '../policies/publish-policy.js';
import { makeReportSession } from '../sessions/report-session.js';
import { makeTerminateSession } from '../sessions/terminate-session.js';
import { report, session } from '../sessions/testing/records.js';
import { answerOf, type Bench, PROD_SCOPE, refusalOf } from '../testing/use-case-bench.js';
import { makeApproveCall, makeDenyCall, makeUseApproval } from './decide-approval.js';
import { makeSweepApprovals } from './expire-approvals.js';
import { makeListApprovals } from './list-approvals.js';
import { makeReadApproval } from './read-approval.js';
import { makeRequestApproval } from './request-approval.js';
import { approvalBench, asking, digestOf, policy } from './testing/approval-bench.js';

const WHY = { reasonCode: 'checked' };

const requested = async (bench: Bench, over: Parameters<typeof asking>[0] = {}) =>
  answerOf(await makeRequestApproval(bench.ports)(await bench.as('gus'), asking(over)));

const ref = (approvalId: string) => ({ scope: PROD_SCOPE, approvalId });

const approve = async (bench: Bench, approvalId: string, by = 'ada') =>
  makeApproveCall(bench.ports)(await bench.as(by), { ...ref(approvalId), ...WHY });

const use = async (bench: Bench, approvalId: string, callDigest = digestOf('write')) =>
  makeUseApproval(bench.ports)(await bench.as('gus'), { ...ref(approvalId), callDigest });

const statusOf = async (bench: Bench, approvalId: string) =>
  (await bench.store.records.get(callApprovalKind, PROD_SCOPE, approvalId))?.record.status;

const approvalEvents = async (bench: Bench) =>
  (await bench.events()).filter((type) => type.startsWith('approval.'));

describe('asking for the approval of a call', () => {
  it('keeps names and a digest, and the rule’s own role and time', async () => {
    const bench = await approvalBench();
    const { approvalId, tag: _, ...made } = await requested(bench);
    expect(made).to.deep.equal({
      schemaVersion: '1.0',
      created: true,
      ...PROD_SCOPE,
      clientSessionId: 'cs_1',
      userId: 'bob',
      agentId: null,
      serverId: 'srv_1',
      toolId: 'write',
      action: 'tool.invoke',
      policyVersion: 'pv_1',
      ruleId: 'ask-for-writes',
      approverRole: 'registry_reviewer',
      contextDigest: null,
      argumentsDigest: null,
      callDigest: digestOf('write'),
      status: 'pending',
      requestedBy: 'gus',
      requestedAt: '2026-03-01T12:00:00.000Z',
      expiresAt: '2026-03-01T12:10:00.000Z',
      decidedBy: null,
      decidedAt: null,
      decisionReasonCode: null,
      closedAt: null,
      permissions: { resourceType: 'approval', resourceId: approvalId, allowedActions: ['read'] },
      task: {
        id: approvalId,
        status: 'pending',
        statusEndpoint: `https://govgate.example/v1/approvals/${approvalId}?environment_id=production`,
        expiresAt: '2026-03-01T12:10:00.000Z',
      },
    });
    expect(await approvalEvents(bench)).to.deep.equal(['approval.requested']);
  });

  it('lasts as long as the shortest of the rules that ask for its role, whichever was named', async () => {
    const bench = await approvalBench();
    const seconds = async (toolId: string, amount?: number) => {
      const context = amount === undefined ? {} : { context: { amount } };
      const { requestedAt, expiresAt } = await requested(bench, { toolId, ...context });
      return (Date.parse(expiresAt) - Date.parse(requestedAt)) / 1000;
    };
    const [long] = policy('pv_1').body.rules as unknown as readonly PolicyRule[];
    const shorter = (over: Partial<PolicyRule>) => ({
      ...(long as PolicyRule),
      approval: { approver_role: 'registry_reviewer', ttl_seconds: 60 },
      ...over,
    });
    const body: ManifestBody = {
      ...policy('pv_1').body,
      rules: [
        long as PolicyRule,
        shorter({ rule_id: 'short', targets: { server_ids: ['srv_1'], tool_ids: ['erase'] } }),
        shorter({ rule_id: 'other-group', subjects: { groups: ['nobody'] } }),
        shorter({
          rule_id: 'dear',
          approval: { approver_role: 'registry_reviewer', ttl_seconds: 5 },
          conditions: [{ attribute: 'amount', operator: 'gt', value: 10 }],
        }),
        shorter({
          rule_id: 'other-role',
          approval: { approver_role: 'security_admin', ttl_seconds: 1 },
        }),
      ] as unknown as readonly Json[],
    };
    await bench.put(policyVersionKind, policy('pv_1', { status: 'active', body }));
    expect([
      await seconds('write', 1),
      await seconds('erase', 1),
      await seconds('write', 100),
      await seconds('write'),
    ]).to.deep.equal([600, 60, 5, 5]);
  });

  it('computes the digest from what it stores, and compares the caller’s own', async () => {
    const bench = await approvalBench();
    const ask = makeRequestApproval(bench.ports);
    const gus = await bench.as('gus');
    const digest = async (over: Parameters<typeof asking>[0]) => {
      const made = await ask(gus, asking(over));
      return made.ok ? made.value.callDigest : refusalOf(made);
    };
    expect(await digest({ callDigest: digestOf('delete_everything') })).to.equal(
      'invalid_request call_digest',
    );
    expect(await digest({ callDigest: digestOf('write') })).to.equal(digestOf('write'));
    const others = [
      await digest({}),
      await digest({ action: { name: 'tool.list' } }),
      await digest({ context: { amount: 1 } }),
      await digest({ context: { amount: 1e9 } }),
      await digest({ argumentsDigest: 'sha256:1' }),
    ];
    expect(new Set(others).size).to.equal(others.length);
    expect(await digest({ action: { name: 'made_up' } })).to.equal('invalid_request action.name');
  });

  it('returns the open one when the same call is asked for again, and another for another call', async () => {
    const bench = await approvalBench();
    const first = await requested(bench);
    const again = await requested(bench);
    const other = await requested(bench, { toolId: 'erase' });
    expect([again.approvalId === first.approvalId, again.created, other.created]).to.deep.equal([
      true,
      false,
      true,
    ]);
    bench.clock.advance(600_000);
    const later = await requested(bench);
    expect([later.approvalId === first.approvalId, later.created]).to.deep.equal([false, true]);
    expect(await statusOf(bench, first.approvalId)).to.equal('expired');
  });

  it('refuses requests that no rule in force asks for, and ended sessions', async () => {
    const bench = await approvalBench();
    await bench.put(clientSessionKind, session({ clientSessionId: 'cs_2', state: 'terminated' }));
    const ask = makeRequestApproval(bench.ports);
    const gus = await bench.as('gus');
    const asked = async (over: Parameters<typeof asking>[0]) => refusalOf(await ask(gus, asking(over)));
    expect([
      await asked({ clientSessionId: 'cs_9' }),
      await asked({ clientSessionId: 'cs_2' }),
      await asked({ policyVersion: 'pv_9' }),
      await asked({ policyVersion: 'pv_2' }),
      await asked({ ruleId: 'open' }),
      await asked({ ruleId: 'none' }),
      refusalOf(await ask(await bench.as('rae'), asking())),
    ]).to.deep.equal([
      'unknown_reference client_session_id',
      'invalid_state client_session_id',
      'unknown_reference policy_version',
      'invalid_state policy_version',
      'unknown_reference rule_id',
      'unknown_reference rule_id',
      'permission_denied',
    ]);
  });

  it('accepts twenty per session at a time', async () => {
    const bench = await approvalBench();
    for (let i = 0; i < 20; i += 1) await requested(bench, { toolId: `tool_${i}` });
    const ask = makeRequestApproval(bench.ports);
    expect(refusalOf(await ask(await bench.as('gus'), asking({ toolId: 'more' })))).to.equal(
      'limit_exceeded',
    );
    bench.clock.advance(600_000);
    expect(refusalOf(await ask(await bench.as('gus'), asking({ toolId: 'more' })))).to.equal('ok');
  });

  it('accepts a hundred per requester at a time, and still those of others', async () => {
    const bench = await approvalBench();
    const ask = makeRequestApproval(bench.ports);
    const sessions = Array.from({ length: 6 }, (_, i) => `cs_of_many_${i}`);
    await bench.put(clientSessionKind, ...sessions.map((clientSessionId) => session({ clientSessionId })));
    for (const clientSessionId of sessions.slice(0, 5))
      for (let i = 0; i < 20; i += 1) await requested(bench, { clientSessionId, toolId: `tool_${i}` });
    const more = asking({ clientSessionId: 'cs_of_many_5' });
    expect(refusalOf(await ask(await bench.as('gus'), more))).to.equal('limit_exceeded');
    expect(refusalOf(await ask(await bench.as('ada'), more))).to.equal('ok');
  });
});

describe('deciding on a call', () => {
  it('is allowed to holders of approval.decide and of the rule’s role in that environment', async () => {
    const bench = await approvalBench();
    const ids = await Promise.all(
      ['a', 'b'].map(async (toolId) => (await requested(bench, { toolId })).approvalId),
    );
    const [one = '', two = ''] = ids;
    expect(refusalOf(await approve(bench, one, 'gus'))).to.equal('permission_denied');
    expect(refusalOf(await approve(bench, one, 'eve'))).to.equal('not_found');
    expect(answerOf(await approve(bench, one, 'rae')).status).to.equal('approved');
    expect(answerOf(await approve(bench, two, 'ada')).decidedBy).to.equal('ada');
    expect(await approvalEvents(bench)).to.deep.equal([
      'approval.requested',
      'approval.requested',
      'approval.approved',
      'approval.approved',
    ]);
  });

  it('is never allowed to a person behind the requester', async () => {
    const bench = await approvalBench();
    const gus = await bench.as('gus');
    const principal = { ...gus.principal, persons: ['ada', 'gus'] };
    const request = makeRequestApproval(bench.ports)({ ...gus, principal }, asking());
    const { approvalId } = answerOf(await request);
    expect(refusalOf(await approve(bench, approvalId, 'ada'))).to.equal('self_approval_forbidden');
    expect(refusalOf(await approve(bench, approvalId, 'rae'))).to.equal('ok');
  });

  it('is never allowed to the session’s user, whatever they hold, or to the requester', async () => {
    const bench = await approvalBench();
    await bench.grant('gus', 'security_admin');
    const { approvalId } = await requested(bench);
    const deny = async (by: string) =>
      refusalOf(await makeDenyCall(bench.ports)(await bench.as(by), { ...ref(approvalId), ...WHY }));
    expect([
      refusalOf(await approve(bench, approvalId, 'bob')),
      refusalOf(await approve(bench, approvalId, 'gus')),
      await deny('bob'),
    ]).to.deep.equal(['self_approval_forbidden', 'self_approval_forbidden', 'self_approval_forbidden']);
    const bob = await makeReadApproval(bench.ports)(await bench.as('bob'), {
      ...ref(approvalId),
      waitSeconds: 0,
    });
    expect(answerOf(bob).permissions.allowedActions).to.deep.equal(['read']);
  });

  it('may be repeated without a second event, and never changed afterwards', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    await approve(bench, approvalId);
    expect(refusalOf(await approve(bench, approvalId))).to.equal('ok');
    const deny = await makeDenyCall(bench.ports)(await bench.as('ada'), { ...ref(approvalId), ...WHY });
    expect(refusalOf(deny)).to.equal('invalid_state');
    expect(await approvalEvents(bench)).to.deep.equal(['approval.requested', 'approval.approved']);
  });

  it('comes too late once the time has run out', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    bench.clock.advance(600_000);
    expect(refusalOf(await approve(bench, approvalId))).to.equal('invalid_state');
  });

  it('is refused to a token narrowed to other permissions', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    const rae = await bench.as('rae');
    const narrowed = { ...rae, principal: { ...rae.principal, permissions: ['approval.read'] as const } };
    const outcome = await makeApproveCall(bench.ports)(narrowed, { ...ref(approvalId), ...WHY });
    expect(refusalOf(outcome)).to.equal('permission_denied');
  });
});

describe('using an approval', () => {
  it('works once, after the approval and only for that call', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    const before = refusalOf(await use(bench, approvalId));
    await approve(bench, approvalId);
    expect([
      before,
      refusalOf(await use(bench, approvalId, digestOf('other'))),
      answerOf(await use(bench, approvalId)).status,
      refusalOf(await use(bench, approvalId)),
    ]).to.deep.equal(['invalid_state', 'invalid_state call_digest', 'used', 'invalid_state']);
  });

  it('is refused once the time has run out', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    await approve(bench, approvalId);
    bench.clock.advance(600_000);
    expect(refusalOf(await use(bench, approvalId))).to.equal('invalid_state');
  });
});

describe('withdrawing approvals', () => {
  const given = async () => {
    const bench = await approvalBench();
    const agent = { agentId: 'agent_1', ...PROD_SCOPE, owner: { team: 'x' }, approvalStatus: 'approved' };
    await bench.put(agentKind, { ...agent, lifecycleState: 'active' } as unknown as Agent);
    await bench.put(clientSessionKind, session({ clientSessionId: 'cs_2', agentId: 'agent_1' }));
    const { approvalId: mine } = await requested(bench);
    const { approvalId: other } = await requested(bench, { clientSessionId: 'cs_2' });
    await approve(bench, mine);
    return { bench, mine, other };
  };

  const tellTail = async (bench: Bench) => {
    const { items } = await bench.store.auditTrail.page('acme', { filter: {}, direction: 'desc', limit: 3 });
    return items
      .filter(({ eventType }) => eventType === 'approval.withdrawn')
      .map(({ actor, reasonCode, resource, relatedIds }) => [
        actor.actorId,
        reasonCode,
        resource.resourceId,
        ...relatedIds,
      ])
      .sort();
  };

  it('happens in the commit that publishes another version, for the whole environment', async () => {
    const { bench, mine, other } = await given();
    const published = await makePublishPolicy(bench.ports)(await bench.as('ada'), {
      scope: PROD_SCOPE,
      policyVersion: 'pv_2',
      manifestHash: policy('pv_2').manifestHash,
      reasonCode: 'go_live',
    });
    expect(answerOf(published).isActive).to.equal(true);
    expect([await statusOf(bench, mine), await statusOf(bench, other)]).to.deep.equal([
      'withdrawn',
      'withdrawn',
    ]);
    expect(await tellTail(bench)).to.deep.equal(
      [mine, other].sort().map((id) => ['ada', 'policy_published', id, 'pv_2']),
    );
    expect(refusalOf(await use(bench, mine))).to.equal('invalid_state');
  });

  it('happens even if no approval had been requested when something ended here before', async () => {
    const bench = await approvalBench();
    const publish = async (policyVersion: string) =>
      answerOf(
        await makePublishPolicy(bench.ports)(await bench.as('ada'), {
          scope: PROD_SCOPE,
          policyVersion,
          manifestHash: policy(policyVersion).manifestHash,
          reasonCode: 'go_live',
        }),
      );
    await publish('pv_2');
    await publish('pv_1');
    const { approvalId } = await requested(bench);
    await publish('pv_2');
    expect(await statusOf(bench, approvalId)).to.equal('withdrawn');
  });

  it('is not undone when that version is published again', async () => {
    const { bench, mine } = await given();
    const publish = async (policyVersion: string) =>
      answerOf(
        await makePublishPolicy(bench.ports)(await bench.as('ada'), {
          scope: PROD_SCOPE,
          policyVersion,
          manifestHash: policy(policyVersion).manifestHash,
          reasonCode: 'go_live',
        }),
      );
    await publish('pv_2');
    await publish('pv_1');
    expect([await statusOf(bench, mine), refusalOf(await use(bench, mine))]).to.deep.equal([
      'withdrawn',
      'invalid_state',
    ]);
  });

  it('happens with the end of the session, only for that session', async () => {
    const { bench, mine, other } = await given();
    const ended = await makeTerminateSession(bench.ports)(await bench.as('ada'), {
      scope: PROD_SCOPE,
      clientSessionId: 'cs_1',
      reasonCode: 'incident',
    });
    answerOf(ended);
    expect([await statusOf(bench, mine), await statusOf(bench, other)]).to.deep.equal([
      'withdrawn',
      'pending',
    ]);
    expect(await tellTail(bench)).to.deep.equal([['ada', 'session_ended', mine, 'cs_1']]);
  });

  it('happens with a plane’s own report that the session has ended', async () => {
    const { bench, mine } = await given();
    answerOf(await makeReportSession(bench.ports)(await bench.as('gus'), report({ state: 'expired' })));
    expect(await statusOf(bench, mine)).to.equal('withdrawn');
  });

  it('happens with a revocation that covers the session', async () => {
    const { bench, mine, other } = await given();
    const disabled = await changesOfAgents.disable(bench.ports)(await bench.as('ada'), {
      scope: PROD_SCOPE,
      agentId: 'agent_1',
      reasonCode: 'incident',
    });
    answerOf(disabled);
    expect([await statusOf(bench, mine), await statusOf(bench, other)]).to.deep.equal([
      'approved',
      'withdrawn',
    ]);
    expect(await tellTail(bench)).to.deep.equal([['ada', 'revoked', other, 'agent_1']]);
    const ask = await makeRequestApproval(bench.ports)(
      await bench.as('gus'),
      asking({ clientSessionId: 'cs_2', toolId: 'more' }),
    );
    expect(refusalOf(ask)).to.equal('invalid_state client_session_id');
  });
});

describe('the approver’s queue', () => {
  it('shows approvers their role’s requests, readers everything, and others nothing', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    await bench.put(callApprovalKind, {
      ...((await bench.store.records.get(callApprovalKind, PROD_SCOPE, approvalId))
        ?.record as never as object),
      approvalId: 'apr_other',
      approverRole: 'auditor',
      callDigest: digestOf('other'),
    } as never);
    const list = makeListApprovals(bench.ports);
    const shownTo = async (who: string) => {
      const page = await list(await bench.as(who), {
        scope: PROD_SCOPE,
        filters: { status: 'pending' },
        limit: 50,
      });
      return page.ok ? page.value.items.map((one) => one.approvalId) : refusalOf(page);
    };
    await bench.grant('eve', 'server_owner');
    expect([await shownTo('ada'), await shownTo('rae'), await shownTo('eve')]).to.deep.equal([
      [approvalId, 'apr_other'].sort(),
      [approvalId],
      'permission_denied',
    ]);
    bench.clock.advance(600_000);
    expect(await shownTo('rae')).to.deep.equal([]);
  });
});

describe('waiting for a decision', () => {
  it('ends with the decision', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    let looks = 0;
    const timer = {
      wait: async (ms: number) => {
        bench.clock.advance(ms);
        looks += 1;
        if (looks === 3) await approve(bench, approvalId);
        return 'elapsed' as const;
      },
    };
    const read = makeReadApproval({ ...bench.ports, timer });
    const seen = answerOf(await read(await bench.as('gus'), { ...ref(approvalId), waitSeconds: 30 }));
    expect([seen.status, looks]).to.deep.equal(['approved', 3]);
    expect(seen.permissions.allowedActions).to.deep.equal(['read', 'use']);
  });

  it('ends when the time is up, with the approval unchanged', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    const read = makeReadApproval(bench.ports);
    const seen = answerOf(await read(await bench.as('gus'), { ...ref(approvalId), waitSeconds: 5 }));
    expect([seen.status, bench.clock.now()]).to.deep.equal(['pending', '2026-03-01T12:00:05.000Z']);
  });
});

describe('sweeping approvals', () => {
  it('records what has expired, and removes what ended thirty days ago, each with its event', async () => {
    const bench = await approvalBench();
    const { approvalId } = await requested(bench);
    const sweep = makeSweepApprovals(bench.ports);
    const job = { job: '', jobId: '', tenantId: '', environmentId: null, subjectId: '', requestId: '' };
    await sweep(job, { aborted: false });
    expect(await statusOf(bench, approvalId)).to.equal('pending');
    bench.clock.advance(600_000);
    await sweep(job, { aborted: false });
    expect(await statusOf(bench, approvalId)).to.equal('expired');
    bench.clock.advance(31 * 24 * 3600 * 1000);
    await sweep(job, { aborted: false });
    expect(await statusOf(bench, approvalId)).to.equal(undefined);
    expect(await approvalEvents(bench)).to.deep.equal([
      'approval.requested',
      'approval.expired',
      'approval.removed',
    ]);
  });
});
