import { expect } from 'chai';
import { allowedActions, mayOn } from '../authorization/allowed-actions.js';
import { ADMIN, expectOk, NOW, refusalIn } from '../testing/people.js';
import { clientSessionActions, isLive, SESSION_STATES } from './client-session.machine.js';
import { decideReport } from './report-session.js';
import { decideTerminate } from './terminate-session.js';
import { sessionOf } from './testing/sessions.js';

const request = { now: NOW, unusableField: null };
const { createdAt: _c, lastSeenAt: _l, revocationId: _r, ...report } = sessionOf();

describe('decideTerminate', () => {
  it('ends every live session at once, with its revocation', () => {
    for (const state of SESSION_STATES.filter(isLive)) {
      const session = sessionOf({ state });
      expect(expectOk(decideTerminate(session, { revocationId: 'rev_1' }))).to.deep.equal({
        kind: 'moved',
        record: { ...session, state: 'terminated', revocationId: 'rev_1' },
        changedFields: ['revocationId', 'state'],
        fences: true,
      });
    }
  });

  it('leaves an ended session with its first revocation', () => {
    const terminated = sessionOf({ state: 'terminated', revocationId: 'rev_0' });
    const expired = sessionOf({ state: 'expired' });
    for (const session of [terminated, expired])
      expect(expectOk(decideTerminate(session, { revocationId: 'rev_1' }))).to.deep.equal({
        kind: 'no_change',
        record: session,
      });
  });

  it('is offered exactly where it succeeds', () => {
    const target = { tenantId: 'acme', environmentId: 'production', resourceId: 'cs_1', ownerTeam: null };
    for (const state of SESSION_STATES) {
      const decided = expectOk(decideTerminate(sessionOf({ state }), { revocationId: 'rev_1' }));
      expect(allowedActions(clientSessionActions, { state, facts: {} }, mayOn(ADMIN, target))).to.deep.equal(
        decided.kind === 'moved' ? ['read', 'terminate'] : ['read'],
      );
    }
  });
});

describe('decideReport', () => {
  it('accepts a first report in any live state, with the server’s times', () => {
    expect(expectOk(decideReport(undefined, { ...report, state: 'idle' }, request)).record).to.deep.equal(
      sessionOf({ state: 'idle', createdAt: NOW, lastSeenAt: NOW }),
    );
    expect(refusalIn(decideReport(undefined, { ...report, state: 'expired' }, request))).to.deep.equal({
      reasonCode: 'invalid_transition',
      field: 'state',
    });
  });

  it('reports a new session as a change with all its fields, and fences nothing', () => {
    const { record: _, ...reported } = expectOk(decideReport(undefined, report, request)) as unknown as {
      record: unknown;
    };
    expect(reported).to.deep.equal({
      kind: 'moved',
      changedFields: Object.keys(sessionOf()).sort(),
      fences: false,
    });
  });

  it('refuses a state that no row leads to', () => {
    expect(refusalIn(decideReport(sessionOf(), { ...report, state: 'pending' }, request))).to.deep.equal({
      reasonCode: 'invalid_transition',
      field: 'state',
    });
  });

  it('refuses to open a session for an agent or surface that may not open one now', () => {
    expect(
      refusalIn(decideReport(undefined, report, { ...request, unusableField: 'agent_id' })),
    ).to.deep.equal({
      reasonCode: 'invalid_state',
      field: 'agent_id',
    });
  });

  it('never brings an ended session back', () => {
    const terminated = sessionOf({ state: 'terminated', revocationId: 'rev_1' });
    expect(refusalIn(decideReport(terminated, report, request))).to.deep.equal({
      reasonCode: 'invalid_transition',
    });
    expect(expectOk(decideReport(terminated, { ...report, state: 'terminated' }, request)).kind).to.equal(
      'no_change',
    );
  });

  it('keeps the session’s owner and start', () => {
    for (const [change, field] of [
      [{ userId: 'usr_eve' }, 'user_id'],
      [{ agentId: null }, 'agent_id'],
      [{ clientSurfaceId: 'surf_x' }, 'client_surface_id'],
    ] as const)
      expect(refusalIn(decideReport(sessionOf(), { ...report, ...change }, request))).to.deep.equal({
        reasonCode: 'invalid_request',
        field,
      });
    expect(
      expectOk(decideReport(sessionOf(), { ...report, state: 'draining' }, request)).record,
    ).to.deep.equal(sessionOf({ state: 'draining', lastSeenAt: NOW }));
  });

  it('moves along the table only', () => {
    const reached = (from: (typeof SESSION_STATES)[number]): string[] =>
      SESSION_STATES.filter(
        (state) => decideReport(sessionOf({ state: from }), { ...report, state }, request).ok,
      );
    expect(Object.fromEntries(SESSION_STATES.map((from) => [from, reached(from)]))).to.deep.equal({
      pending: ['pending', 'active', 'draining', 'terminated', 'expired'],
      active: ['active', 'idle', 'draining', 'terminated', 'expired'],
      idle: ['active', 'idle', 'draining', 'terminated', 'expired'],
      draining: ['active', 'draining', 'terminated', 'expired'],
      terminated: ['terminated'],
      expired: ['expired'],
    });
  });
});
