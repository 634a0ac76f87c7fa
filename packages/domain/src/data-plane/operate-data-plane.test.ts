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
import { observationAfterHeartbeat, observationAfterProbe } from './report-heartbeat.js';
import { IN_STEP, NOW_MS, observationOf, planeOf, planesArbitrary } from './testing/planes.js';

const askedOf = (plane: DataPlane, observation: DataPlaneObservation) => ({
  standing: classifyDataPlane(plane, observation, NOTHING_DESIRED, NOW_MS),
  observation,
  now: NOW,
});

describe('the actions on a data plane', () => {
  it('are allowed exactly when they then succeed and move', () => {
    fc.assert(
      fc.property(planesArbitrary, (planes) => {
        for (const [plane, observation] of planes) {
          const asked = askedOf(plane, observation);
          const moves = (decided: ReturnType<typeof decideDrain>): boolean =>
            decided.ok && decided.value.kind === 'moved';
          const succeeding = {
            drain: moves(decideDrain(plane, asked)),
            resume: moves(decideResume(plane, asked)),
            resync_policy: moves(decideResync(plane, asked)),
            upgrade: moves(decideUpgrade(plane, asked)),
            deregister: checkDeregister(asked).ok,
          };
          const shown = dataPlaneActionViews(asked.standing, observation, true);
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
    const asked = askedOf(planeOf(), observationOf());
    const denied = ['deregister', 'drain', 'resume', 'resync_policy', 'upgrade'].map((action) => ({
      action,
      allowed: false,
      reasonCode: 'permission_denied',
    }));
    expect(dataPlaneActionViews(asked.standing, asked.observation, false)).to.deep.equal(denied);
    expect(scopeActionViews(false)).to.deep.equal(denied);
    expect(scopeActionViews(true).every((view) => view.allowed && view.reasonCode === 'ok')).to.equal(true);
  });

  it('drain and resume a plane, also one that drains by itself', () => {
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

  it('keep a plane with sessions on the list while it is heard', () => {
    const activeSessions = { total: 1, stateful: 0, draining: 0, reconnectable: 0 };
    const heard = observationOf({ activeSessions });
    const lost = observationOf({ activeSessions, lastSeenAt: addSeconds(NOW, -121) });
    expect(refusalIn(checkDeregister(askedOf(planeOf(), heard)))).to.deep.equal({
      reasonCode: 'invalid_state',
    });
    expect(checkDeregister(askedOf(planeOf(), lost)).ok).to.equal(true);
  });
});

describe('a heartbeat', () => {
  const later = addSeconds(NOW, 10);
  const heartbeat = (
    before: DataPlaneObservation,
    report: Parameters<typeof observationAfterHeartbeat>[2],
    desired = NOTHING_DESIRED,
  ) => observationAfterHeartbeat(planeOf(), before, report, desired, later);

  it('with nothing in it only tells that the plane lives', () => {
    expect(heartbeat(observationOf(), {})).to.deep.equal(observationOf({ lastSeenAt: later }));
  });

  it('starts the time of differing when the version was wanted, or when the plane fell back', () => {
    const desired = { ...NOTHING_DESIRED, policyVersion: 'v2', policySince: NOW };
    const behind = heartbeat(observationOf(), { policySync: { observedVersion: 'v1' } }, desired);
    expect(behind.policySync).to.deep.include({
      desiredVersion: 'v2',
      observedVersion: 'v1',
      differsSince: NOW,
    });
    const caughtUp = heartbeat(behind, { policySync: { observedVersion: 'v2' } }, desired);
    expect(caughtUp.policySync.differsSince).to.equal(null);
    const fellBack = heartbeat(caughtUp, { policySync: { observedVersion: 'v1' } }, desired);
    expect(fellBack.policySync.differsSince).to.equal(later);
  });

  it('keeps counting over a newer version while the plane never caught up', () => {
    const since = addSeconds(NOW, -300);
    const before = observationOf({ policySync: { ...IN_STEP, observedVersion: 'v0', differsSince: since } });
    const desired = { ...NOTHING_DESIRED, policyVersion: 'v2', policySince: NOW };
    expect(
      heartbeat(before, { policySync: { observedVersion: 'v0' } }, desired).policySync.differsSince,
    ).to.equal(since);
  });

  it('leaves readiness to the probe once it has spoken', () => {
    const probed = planeOf({ readinessProbeRef: 'env:READY_URL' });
    const report = { readiness: { status: 'not_ready', serving: false } } as const;
    const before = observationOf();
    expect(observationAfterHeartbeat(probed, before, report, NOTHING_DESIRED, later).readiness).to.deep.equal(
      before.readiness,
    );
    expect(heartbeat(before, report).readiness).to.deep.equal({
      status: 'not_ready',
      serving: false,
      reasonCodes: ['not_serving'],
      checkedAt: later,
    });
  });
});

describe('a readiness probe', () => {
  it('tells serving from not serving, and leaves both as they were when it cannot tell', () => {
    const readiness = (probe: Parameters<typeof observationAfterProbe>[1]) =>
      observationAfterProbe(observationOf(), probe, NOW).readiness;
    expect(readiness({ answered: 'ready' })).to.deep.include({ status: 'ready', serving: true });
    expect(readiness({ answered: 'not_ready' })).to.deep.include({ status: 'not_ready', serving: false });
    expect(readiness({ answered: 'other', reasonCode: 'timeout' })).to.deep.equal({
      status: 'unknown',
      serving: true,
      reasonCodes: ['timeout'],
      checkedAt: NOW,
    });
  });

  it('never touches the heartbeat', () => {
    expect(
      observationAfterProbe(observationOf(), { answered: 'ready' }, addSeconds(NOW, 99)).lastSeenAt,
    ).to.equal(NOW);
  });
});
