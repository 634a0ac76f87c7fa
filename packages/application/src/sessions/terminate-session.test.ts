import { SESSION_STATES } from '@govgate/domain/internal';
import { clientSessionKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  FOREIGN,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeListSessions } from './list-sessions.js';
import { makeReadSession } from './read-session.js';
import { makeReportSession } from './report-session.js';
import { makeTerminateSession, type TerminateSessionInput } from './terminate-session.js';
import { session } from './testing/records.js';

const asked = (over: Partial<TerminateSessionInput> = {}): TerminateSessionInput => ({
  scope: PROD_SCOPE,
  clientSessionId: 'cs_1',
  reasonCode: 'suspicious',
  reason: 'Odd calls',
  correlationId: 'inc_7',
  ...over,
});

const sessionBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  await bench.grant('ada', 'platform_admin');
  await bench.put(clientSessionKind, session());
  return bench;
};

describe('terminating a session', () => {
  it('commits the end, the revocation and the event together', async () => {
    const bench = await sessionBench();
    const result = answerOf(await makeTerminateSession(bench.ports)(await bench.as('ada'), asked()));
    const { items } = await bench.store.auditTrail.page(TENANT, {
      filter: { eventType: 'session.terminated' },
      direction: 'asc',
      limit: 5,
    });
    expect(result).to.deep.equal({
      schemaVersion: '1.0',
      accepted: true,
      clientSessionId: 'cs_1',
      action: 'terminate',
      previousState: 'active',
      nextState: 'terminated',
      reasonCode: 'suspicious',
      reason: 'Odd calls',
      correlationId: 'inc_7',
      revocationId: 'rev_00000001',
      backendSessionIds: ['be_1', 'be_2'],
      auditEventIds: [items[0]?.auditEventId],
      upstreamAttempted: false,
    });
    expect(items.map(({ correlationId, relatedIds }) => [correlationId, relatedIds])).to.deep.equal([
      ['inc_7', ['rev_00000001', 'bob']],
    ]);
    expect(await bench.store.revocations.after(PROD_SCOPE, 0, 10)).to.deep.equal([
      {
        revocationId: 'rev_00000001',
        ...PROD_SCOPE,
        subjectType: 'client_session',
        subjectId: 'cs_1',
        effectiveAt: START,
        reasonCode: 'suspicious',
        sequence: 1,
      },
    ]);
    const stored = await bench.store.records.get(clientSessionKind, PROD_SCOPE, 'cs_1');
    expect(stored?.record).to.deep.equal(session({ state: 'terminated', revocationId: 'rev_00000001' }));
  });

  it('answers a repetition with the first revocation, without a second one or a second event', async () => {
    const bench = await sessionBench();
    const terminate = makeTerminateSession(bench.ports);
    await terminate(await bench.as('ada'), asked());
    const again = answerOf(await terminate(await bench.as('ada'), asked({ reasonCode: 'again' })));
    expect(again).to.deep.include({
      accepted: true,
      previousState: 'terminated',
      nextState: 'terminated',
      reasonCode: 'again',
      revocationId: 'rev_00000001',
      auditEventIds: [],
    });
    expect(await bench.events()).to.deep.equal(['session.terminated']);
    expect(await bench.store.revocations.lastSequence(PROD_SCOPE)).to.equal(1);
  });

  it('leaves an expired session unchanged', async () => {
    const bench = await sessionBench();
    await bench.put(clientSessionKind, session({ state: 'expired' }));
    const result = answerOf(await makeTerminateSession(bench.ports)(await bench.as('ada'), asked()));
    expect(result).to.deep.include({ previousState: 'expired', nextState: 'expired', revocationId: null });
    expect(await bench.events()).to.deep.equal([]);
  });

  it('ends once when two callers end it at once', async () => {
    const bench = await sessionBench();
    const terminate = makeTerminateSession(bench.ports);
    const ada = await bench.as('ada');
    const results = await Promise.all([terminate(ada, asked()), terminate(ada, asked())]);
    const [first, second] = results.map(answerOf);
    expect(first?.revocationId).to.equal(second?.revocationId);
    expect(await bench.events()).to.deep.equal(['session.terminated']);
  });

  it('wins over a report that races it', async () => {
    const bench = await sessionBench();
    const ada = await bench.as('ada');
    const report = { ...session(), scope: PROD_SCOPE, state: 'idle' as const };
    const {
      tenantId: _t,
      environmentId: _e,
      createdAt: _c,
      lastSeenAt: _l,
      revocationId: _r,
      ...said
    } = report;
    await Promise.all([
      makeTerminateSession(bench.ports)(ada, asked()),
      makeReportSession(bench.ports)(ada, said),
    ]);
    const stored = await bench.store.records.get(clientSessionKind, PROD_SCOPE, 'cs_1');
    expect(stored?.record.state).to.equal('terminated');
  });

  it('keeps others out: absent outside their scope, forbidden inside it', async () => {
    const bench = await sessionBench();
    await bench.grant('bob', 'security_admin', { scopeType: 'environment', environmentId: STAGING });
    await bench.grant('eve', 'auditor', { scopeType: 'environment', environmentId: PRODUCTION });
    const terminate = makeTerminateSession(bench.ports);
    expect(refusalOf(await terminate(await bench.as('bob'), asked()))).to.equal('not_found');
    expect(refusalOf(await terminate(await bench.as('eve'), asked()))).to.equal('permission_denied');
    expect(refusalOf(await terminate(await bench.as('eve'), asked({ clientSessionId: 'none' })))).to.equal(
      'permission_denied',
    );
    const foreign = asked({ scope: { tenantId: FOREIGN, environmentId: PRODUCTION } });
    expect(refusalOf(await terminate(await bench.as('ada'), foreign))).to.equal('not_found');
    expect(refusalOf(await terminate(await bench.as('ada'), asked({ clientSessionId: 'none' })))).to.equal(
      'not_found',
    );
    expect(await bench.events()).to.deep.equal([]);
  });

  for (const state of SESSION_STATES) {
    it(`is offered for a session that is ${state} if and only if it then ends it`, async () => {
      const bench = await sessionBench();
      await bench.put(clientSessionKind, session({ state }));
      const ada = await bench.as('ada');
      const ref = { scope: PROD_SCOPE, clientSessionId: 'cs_1' };
      const { permissions } = answerOf(await makeReadSession(bench.ports)(ada, ref));
      answerOf(await makeTerminateSession(bench.ports)(ada, asked()));
      const changed = (await bench.events()).includes('session.terminated');
      expect(permissions.allowedActions).to.deep.equal(changed ? ['read', 'terminate'] : ['read']);
    });
  }
});

describe('listing sessions', () => {
  const list = (bench: Bench, context: Awaited<ReturnType<Bench['as']>>, filters = {}, limit = 50) =>
    makeListSessions(bench.ports)(context, { scope: PROD_SCOPE, filters, limit });

  const idsOf = async (bench: Bench, userId: string, filters = {}) =>
    answerOf(await list(bench, await bench.as(userId), filters)).items.map((item) => item.clientSessionId);

  it('shows those of the environment by id, under filters too', async () => {
    const bench = await sessionBench();
    await bench.put(
      clientSessionKind,
      session({ clientSessionId: 'cs_2', state: 'idle', agentId: 'agent_1' }),
      session({ clientSessionId: 'cs_3', userId: 'eve', credentialBindingIds: ['cb_1'] }),
      session({ clientSessionId: 'cs_4', environmentId: STAGING, clientSurfaceId: 'surf_1' }),
    );
    expect(await idsOf(bench, 'ada')).to.deep.equal(['cs_1', 'cs_2', 'cs_3']);
    expect(await idsOf(bench, 'ada', { state: 'idle' })).to.deep.equal(['cs_2']);
    expect(await idsOf(bench, 'ada', { agentId: 'agent_1' })).to.deep.equal(['cs_2']);
    expect(await idsOf(bench, 'ada', { userId: 'eve' })).to.deep.equal(['cs_3']);
    expect(await idsOf(bench, 'ada', { credentialBindingId: 'cb_1' })).to.deep.equal(['cs_3']);
    expect(await idsOf(bench, 'ada', { clientSurfaceId: 'surf_1' })).to.deep.equal([]);
  });

  it('depends on what grants cover: a session by its id, none by a team', async () => {
    const bench = await sessionBench();
    await bench.put(clientSessionKind, session({ clientSessionId: 'cs_2' }));
    const grant = { scopeType: 'resource', environmentId: PRODUCTION } as const;
    await bench.grant('eve', 'viewer', { ...grant, resourceType: 'session', resourceId: 'cs_2' });
    expect(await idsOf(bench, 'eve')).to.deep.equal(['cs_2']);
    await bench.grant('bob', 'viewer', {
      scopeType: 'owner_team',
      environmentId: PRODUCTION,
      ownerTeam: 'x',
    });
    expect(refusalOf(await list(bench, await bench.as('bob')))).to.equal('permission_denied');
  });

  it('refuses an environment that the caller holds no grant in', async () => {
    const bench = await sessionBench();
    await bench.grant('bob', 'viewer', { scopeType: 'environment', environmentId: STAGING });
    expect(refusalOf(await list(bench, await bench.as('bob')))).to.equal('scope_forbidden');
  });

  it('pages with a token', async () => {
    const bench = await sessionBench();
    await bench.put(clientSessionKind, session({ clientSessionId: 'cs_2' }));
    const first = answerOf(await list(bench, await bench.as('ada'), {}, 1));
    const second = answerOf(
      await makeListSessions(bench.ports)(await bench.as('ada'), {
        scope: PROD_SCOPE,
        filters: {},
        limit: 1,
        cursor: first.page.nextCursor,
      }),
    );
    expect([...first.items, ...second.items].map((item) => item.clientSessionId)).to.deep.equal([
      'cs_1',
      'cs_2',
    ]);
    expect(second.page).to.deep.equal({ limit: 1, totalCount: 2 });
  });
});
