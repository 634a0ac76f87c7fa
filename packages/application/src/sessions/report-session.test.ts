import type { Agent, ClientSurface } from '@govgate/domain';
import {
  agentKind,
  clientSessionKind,
  clientSurfaceKind,
  credentialBindingKind,
  userKind,
} from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
} from '../testing/use-case-bench.js';
import { makeReportSession, type ReportSessionInput } from './report-session.js';
import { approvedBinding, draftBinding, report, session } from './testing/records.js';

const planeBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'platform_admin', { scopeType: 'environment', environmentId: PRODUCTION });
  return bench;
};

const stored = async (bench: Bench) => bench.store.records.get(clientSessionKind, PROD_SCOPE, 'cs_1');

describe('reporting a session', () => {
  it('opens an unknown one, by the server’s clock, with an event', async () => {
    const bench = await planeBench();
    const made = answerOf(await makeReportSession(bench.ports)(await bench.as('ada'), report()));
    expect(made).to.deep.equal({
      ...session(),
      schemaVersion: '1.0',
      tag: '1',
      created: true,
      permissions: {
        resourceType: 'session',
        resourceId: 'cs_1',
        allowedActions: ['read', 'terminate'],
      },
    });
    expect(await bench.events()).to.deep.equal(['session.reported']);
  });

  it('records that one was seen again without an event', async () => {
    const bench = await planeBench();
    const put = makeReportSession(bench.ports);
    await put(await bench.as('ada'), report());
    bench.clock.advance(5000);
    const seen = answerOf(await put(await bench.as('ada'), report()));
    expect([seen.created, seen.createdAt, seen.lastSeenAt]).to.deep.equal([
      false,
      START,
      '2026-03-01T12:00:05.000Z',
    ]);
    expect((await stored(bench))?.record.lastSeenAt).to.equal('2026-03-01T12:00:05.000Z');
    expect(await bench.events()).to.deep.equal(['session.reported']);
  });

  for (const [what, over] of [
    ['its state', { state: 'idle' }],
    ['its backends', { backendSessionIds: ['be_9'] }],
  ] as const) {
    it(`records in the trail a report that changes ${what}`, async () => {
      const bench = await planeBench();
      const put = makeReportSession(bench.ports);
      await put(await bench.as('ada'), report());
      answerOf(await put(await bench.as('ada'), report(over)));
      expect(await bench.events()).to.deep.equal(['session.reported', 'session.reported']);
    });
  }

  it('records an expired session in the trail by its own event, once', async () => {
    const bench = await planeBench();
    const put = makeReportSession(bench.ports);
    await put(await bench.as('ada'), report());
    answerOf(await put(await bench.as('ada'), report({ state: 'expired' })));
    answerOf(await put(await bench.as('ada'), report({ state: 'expired' })));
    expect(await bench.events()).to.deep.equal(['session.reported', 'session.expired']);
  });

  it('refuses to revive an ended session, and accepts a report that it has ended', async () => {
    const bench = await planeBench();
    await bench.put(clientSessionKind, session({ state: 'terminated', revocationId: 'rev_9' }));
    const put = makeReportSession(bench.ports);
    expect(refusalOf(await put(await bench.as('ada'), report()))).to.equal('invalid_transition');
    const confirmed = answerOf(await put(await bench.as('ada'), report({ state: 'terminated' })));
    expect([confirmed.state, confirmed.revocationId, confirmed.created]).to.deep.equal([
      'terminated',
      'rev_9',
      false,
    ]);
    expect(await bench.events()).to.deep.equal([]);
  });

  it('refuses to give a session to another user, agent or surface', async () => {
    const bench = await planeBench();
    const put = makeReportSession(bench.ports);
    await put(await bench.as('ada'), report());
    expect(refusalOf(await put(await bench.as('ada'), report({ userId: 'eve' })))).to.equal(
      'invalid_request user_id',
    );
    expect(refusalOf(await put(await bench.as('ada'), report({ agentId: 'a' })))).to.equal(
      'invalid_request agent_id',
    );
  });

  const agent = { agentId: 'agent_1', ...PROD_SCOPE, owner: { team: 'x' }, approvalStatus: 'approved' };
  const surface = { clientSurfaceId: 'surf_1', tenantId: PROD_SCOPE.tenantId, owner: { team: 'x' } };
  const asAgent = (lifecycleState: string) => ({ ...agent, lifecycleState }) as unknown as Agent;
  const asSurface = (lifecycleState: string, environments: string[]) =>
    ({ ...surface, lifecycleState, allowedEnvironmentIds: environments }) as unknown as ClientSurface;

  it('opens sessions for agents, surfaces and bindings in use only', async () => {
    const bench = await planeBench();
    await bench.put(agentKind, asAgent('disabled'));
    await bench.put(clientSurfaceKind, asSurface('active', [STAGING]));
    await bench.put(credentialBindingKind, draftBinding());
    const put = makeReportSession(bench.ports);
    const ada = await bench.as('ada');
    const naming = async (over: Partial<ReportSessionInput>) => refusalOf(await put(ada, report(over)));
    expect(await naming({ agentId: 'agent_1' })).to.equal('invalid_state agent_id');
    expect(await naming({ agentId: 'agent_2' })).to.equal('unknown_reference agent_id');
    expect(await naming({ clientSurfaceId: 'surf_1' })).to.equal('unknown_reference client_surface_id');
    expect(await naming({ credentialBindingIds: ['cb_1'] })).to.equal('invalid_state credential_binding_ids');
    expect(await naming({ credentialBindingIds: ['cb_2'] })).to.equal(
      'unknown_reference credential_binding_ids',
    );
    expect(await stored(bench)).to.equal(undefined);
    await bench.put(agentKind, asAgent('active'));
    await bench.put(clientSurfaceKind, asSurface('active', [PRODUCTION]));
    await bench.put(credentialBindingKind, approvedBinding());
    const all = { agentId: 'agent_1', clientSurfaceId: 'surf_1', credentialBindingIds: ['cb_1'] };
    expect(await naming(all)).to.equal('ok');
  });

  it('opens no session for a user who is disabled, and one for a user whom only the identity provider knows', async () => {
    const bench = await planeBench();
    const put = makeReportSession(bench.ports);
    const ada = await bench.as('ada');
    const known = await bench.store.records.get(userKind, PROD_SCOPE, 'bob');
    if (known === undefined) throw new Error('bob is not there');
    await bench.put(userKind, { ...known.record, userId: 'out', disabledAt: START });
    expect(refusalOf(await put(ada, report({ userId: 'out' })))).to.equal('invalid_state user_id');
    expect(await stored(bench)).to.equal(undefined);
    expect(refusalOf(await put(ada, report({ userId: 'unknown-here' })))).to.equal('ok');
  });

  it('lets a session add no unusable binding, and keep one that it has', async () => {
    const bench = await planeBench();
    await bench.put(credentialBindingKind, draftBinding(), draftBinding({ credentialBindingId: 'cb_2' }));
    await bench.put(clientSessionKind, session({ credentialBindingIds: ['cb_1'] }));
    const put = makeReportSession(bench.ports);
    const both = report({ credentialBindingIds: ['cb_1', 'cb_2'] });
    expect(refusalOf(await put(await bench.as('ada'), both))).to.equal(
      'invalid_state credential_binding_ids',
    );
    expect(refusalOf(await put(await bench.as('ada'), report({ credentialBindingIds: ['cb_1'] })))).to.equal(
      'ok',
    );
  });

  it('accepts a binding of another environment that allows this one', async () => {
    const bench = await planeBench();
    const kept = { environmentId: STAGING, allowedEnvironmentIds: [STAGING, PRODUCTION] };
    await bench.put(credentialBindingKind, approvedBinding(kept));
    const put = makeReportSession(bench.ports);
    expect(refusalOf(await put(await bench.as('ada'), report({ credentialBindingIds: ['cb_1'] })))).to.equal(
      'ok',
    );
  });

  it('is allowed to those who may report sessions of the environment', async () => {
    const bench = await planeBench();
    await bench.grant('eve', 'viewer', { scopeType: 'environment', environmentId: PRODUCTION });
    await bench.grant('bob', 'platform_admin', { scopeType: 'environment', environmentId: STAGING });
    const put = makeReportSession(bench.ports);
    expect(refusalOf(await put(await bench.as('eve'), report()))).to.equal('permission_denied');
    expect(refusalOf(await put(await bench.as('bob'), report()))).to.equal('not_found');
    expect(refusalOf(await put(await bench.as('ada'), report({ clientSessionId: '' })))).to.equal(
      'not_found',
    );
    await bench.grant('eve', 'data_plane_agent', { scopeType: 'environment', environmentId: PRODUCTION });
    expect(refusalOf(await put(await bench.as('eve'), report()))).to.equal('ok');
  });

  it('honours If-Match', async () => {
    const bench = await planeBench();
    const put = makeReportSession(bench.ports);
    const first = await bench.as('ada', { ifMatch: ['1'] });
    expect(refusalOf(await put(first, report()))).to.equal('etag_mismatch');
    await put(await bench.as('ada'), report());
    expect(refusalOf(await put(first, report()))).to.equal('ok');
    bench.clock.advance(1);
    expect(refusalOf(await put(first, report()))).to.equal('ok');
    expect(refusalOf(await put(first, report()))).to.equal('etag_mismatch');
  });
});
