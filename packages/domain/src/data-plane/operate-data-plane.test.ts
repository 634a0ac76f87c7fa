import { expect } from 'chai';
import fc from 'fast-check';
import { addSeconds } from '../instant.js';
import { expectOk, NOW, refusalIn } from '../testing/people.js';
import { classifyDataPlane } from './classify-data-plane.js';
import type { DataPlane, DataPlaneObservation } from './data-plane.js';
import { NOTHING_DESIRED } from './data-plane.js';
import {
  checkDeregister,
  dataPlaneActionViews,
  decideDrain,
  decideResume,
  decideResync,
  decideUpgrade,
  observationAfterResume,
  scopeActionViews,
} from './operate-data-plane.js';
import { NOW_MS, observationOf, planeOf, planesArbitrary } from './testing/planes.js';

const askedOf = (plane: DataPlane, observation: DataPlaneObservation) => ({
  state: classifyDataPlane(plane, observation, NOTHING_DESIRED, NOW_MS),
  observation,
  now: NOW,
});

describe('the actions on a data plane', () => {
  it('are allowed exactly when they then succeed and change something', () => {
    fc.assert(
      fc.property(planesArbitrary, (planes) => {
        for (const [plane, observation] of planes) {
          const request = askedOf(plane, observation);
          const moves = (decided: ReturnType<typeof decideDrain>): boolean =>
            decided.ok && decided.value.kind === 'moved';
          const succeeding = {
            drain: moves(decideDrain(plane, request)),
            resume: moves(decideResume(plane, request)),
            resync_policy: moves(decideResync(plane, request)),
            upgrade: moves(decideUpgrade(plane, request)),
            deregister: checkDeregister(request).ok,
          };
          const shown = dataPlaneActionViews(request.state, observation, true);
          expect(Object.fromEntries(shown.map((view) => [view.action, view.allowed]))).to.deep.equal(
            succeeding,
          );
          expect(shown.every((view) => view.allowed === (view.reasonCode === 'ok'))).to.equal(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are all denied to a caller who may not operate', () => {
    const request = askedOf(planeOf(), observationOf());
    const denied = ['deregister', 'drain', 'resume', 'resync_policy', 'upgrade'].map((action) => ({
      action,
      allowed: false,
      reasonCode: 'permission_denied',
    }));
    expect(dataPlaneActionViews(request.state, request.observation, false)).to.deep.equal(denied);
    expect(scopeActionViews(false)).to.deep.equal(denied);
    expect(scopeActionViews(true).every((view) => view.allowed && view.reasonCode === 'ok')).to.equal(true);
  });

  it('name the obstacle to each of them', () => {
    const reasons = (observation: DataPlaneObservation, plane = planeOf()) =>
      dataPlaneActionViews(askedOf(plane, observation).state, observation, true).map(
        (view) => `${view.action}: ${view.reasonCode}`,
      );
    const busy = { activeSessions: { total: 1, stateful: 0, draining: 0, reconnectable: 0 } };
    expect([
      reasons(observationOf({ ...busy, drainState: 'draining' })),
      reasons(observationOf({ ...busy, upgradeState: 'failed', lastSeenAt: addSeconds(NOW, -121) })),
      reasons(observationOf({ upgradeState: 'available', lastSeenAt: null })),
      reasons(observationOf({ upgradeState: 'available' })),
    ]).to.deep.equal([
      [
        'deregister: sessions_active',
        'drain: draining',
        'resume: ok',
        'resync_policy: ok',
        'upgrade: invalid_state',
      ],
      [
        'deregister: ok',
        'drain: ok',
        'resume: invalid_state',
        'resync_policy: heartbeat_lost',
        'upgrade: heartbeat_lost',
      ],
      [
        'deregister: ok',
        'drain: ok',
        'resume: invalid_state',
        'resync_policy: never_seen',
        'upgrade: never_seen',
      ],
      ['deregister: ok', 'drain: ok', 'resume: invalid_state', 'resync_policy: ok', 'upgrade: ok'],
    ]);
  });

  it('leave an order for the plane to fetch, and refuse one that a plane cannot receive', () => {
    const plane = planeOf();
    const offered = askedOf(plane, observationOf({ upgradeState: 'available' }));
    expect(expectOk(decideResync(plane, offered)).record).to.deep.equal({
      ...plane,
      resyncRequestedAt: NOW,
      updatedAt: NOW,
    });
    expect(expectOk(decideUpgrade(plane, offered)).record).to.deep.equal({
      ...plane,
      upgradeRequestedAt: NOW,
      updatedAt: NOW,
    });
    const lost = askedOf(plane, observationOf({ lastSeenAt: null, upgradeState: 'available' }));
    for (const decide of [decideResync, decideUpgrade])
      expect(refusalIn(decide(plane, lost))).to.deep.equal({ reasonCode: 'invalid_state' });
  });

  it('report a resume as a change even where the plane drained by itself, and fence nothing', () => {
    const plane = planeOf();
    expect(
      expectOk(decideResume(plane, askedOf(plane, observationOf({ drainState: 'drained' })))),
    ).to.deep.equal({
      kind: 'moved',
      record: { ...plane, updatedAt: NOW },
      changedFields: ['drainRequestedAt'],
      fences: false,
    });
  });

  it('drain and resume a plane, including one that drains by itself', () => {
    const plane = planeOf();
    const drained = expectOk(decideDrain(plane, askedOf(plane, observationOf())));
    expect(drained).to.deep.include({ kind: 'moved', changedFields: ['drainRequestedAt'] });
    const reported = observationOf({ drainState: 'drained' });
    expect(expectOk(decideDrain(drained.record, askedOf(drained.record, reported))).kind).to.equal(
      'no_change',
    );
    const resumed = expectOk(decideResume(drained.record, askedOf(drained.record, reported)));
    const after = observationAfterResume(reported);
    expect(classifyDataPlane(resumed.record, after, NOTHING_DESIRED, NOW_MS).drain.state).to.equal(
      'not_draining',
    );
    expect(expectOk(decideResume(plane, askedOf(plane, reported))).kind).to.equal('moved');
    expect(expectOk(decideResume(plane, askedOf(plane, after))).kind).to.equal('no_change');
  });

  it('keep a plane with sessions on the list while it reports', () => {
    const activeSessions = { total: 1, stateful: 0, draining: 0, reconnectable: 0 };
    const heard = observationOf({ activeSessions });
    const lost = observationOf({ activeSessions, lastSeenAt: addSeconds(NOW, -121) });
    expect(refusalIn(checkDeregister(askedOf(planeOf(), heard)))).to.deep.equal({
      reasonCode: 'invalid_state',
    });
    const idle = observationOf();
    for (const observation of [lost, idle])
      expect(checkDeregister(askedOf(planeOf(), observation))).to.deep.equal({ ok: true, value: true });
  });
});
