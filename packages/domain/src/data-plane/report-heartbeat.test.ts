import { expect } from 'chai';
import { addSeconds } from '../instant.js';
import { NOW } from '../testing/people.js';
import { appliedRevocation } from './applied-revocation.js';
import { type DataPlaneObservation, NOTHING_DESIRED, newDataPlaneObservation } from './data-plane.js';
import {
  type HeartbeatReport,
  observationAfterHeartbeat,
  observationAfterProbe,
} from './report-heartbeat.js';
import { IN_STEP, observationOf, planeOf } from './testing/planes.js';

describe('a heartbeat', () => {
  const later = addSeconds(NOW, 10);
  const heartbeat = (before: DataPlaneObservation, report: HeartbeatReport, desired = NOTHING_DESIRED) =>
    observationAfterHeartbeat(planeOf(), before, { report, desired, now: later });

  it('without content only shows that the plane is alive', () => {
    expect(heartbeat(observationOf(), {})).to.deep.equal(observationOf({ lastSeenAt: later }));
  });

  it('applies what it carries and leaves the rest as last reported', () => {
    const before = observationOf({
      activeSessions: { total: 3, stateful: 1, draining: 0, reconnectable: 1 },
      upgradeState: 'available',
      lastRevocationSequence: 7,
    });
    const backupRestore = {
      relevant: true,
      coverageStatus: 'partial',
      reasonCode: 'backup_overdue',
    } as const;
    const first = heartbeat(before, {
      version: { dataPlane: '1.1' },
      activeSessions: { total: 2 },
      drainState: 'draining',
      lastRevocationSequence: 0,
    });
    const second = heartbeat(first, { backupRestore, upgradeState: 'up_to_date' });
    expect([first, second]).to.deep.equal([
      {
        ...before,
        lastSeenAt: later,
        version: { ...before.version, dataPlane: '1.1' },
        activeSessions: { ...before.activeSessions, total: 2 },
        drainState: 'draining',
        lastRevocationSequence: 0,
      },
      { ...first, backupRestore, upgradeState: 'up_to_date' },
    ]);
  });

  it('reports what was applied and what was refused, and null clears both', () => {
    const rejected = heartbeat(observationOf(), {
      policySync: { observedVersion: 'v1', lastAppliedAt: NOW, rejectedVersion: 'v2' },
    });
    expect(rejected.policySync).to.deep.equal({ ...IN_STEP, lastAppliedAt: NOW, rejectedVersion: 'v2' });
    expect(heartbeat(rejected, { policySync: { observedVersion: 'v1' } }).policySync).to.deep.equal(
      rejected.policySync,
    );
    const taken = { observedVersion: 'v1', lastAppliedAt: null, rejectedVersion: null };
    expect(heartbeat(rejected, { policySync: taken }).policySync).to.deep.equal({
      ...IN_STEP,
      lastAppliedAt: null,
    });
  });

  it('judges configuration by what is wanted of it, separately from policy', () => {
    const desired = { ...NOTHING_DESIRED, configVersion: 'v2', configSince: NOW };
    const after = heartbeat(
      observationOf({ configPropagation: { ...IN_STEP, observedVersion: 'v0' } }),
      {},
      desired,
    );
    expect([after.policySync, after.configPropagation]).to.deep.equal([
      IN_STEP,
      { ...IN_STEP, desiredVersion: 'v2', observedVersion: 'v0', differsSince: NOW },
    ]);
  });

  it('bridges the time to the first check of a probe, without passing for one', () => {
    const probed = planeOf({ readinessProbeRef: 'env:READY_URL' });
    const after = (report: HeartbeatReport['readiness']) =>
      observationAfterHeartbeat(probed, newDataPlaneObservation(probed), {
        report: report === undefined ? {} : { readiness: report },
        desired: NOTHING_DESIRED,
        now: later,
      }).readiness;
    expect([
      after(undefined),
      after({ status: 'ready', serving: true }),
      after({ status: 'not_ready', serving: false, reasonCodes: ['warming_up'] }),
    ]).to.deep.equal([
      newDataPlaneObservation(probed).readiness,
      { status: 'ready', serving: true, reasonCodes: ['ok'], checkedAt: '' },
      { status: 'not_ready', serving: false, reasonCodes: ['warming_up'], checkedAt: '' },
    ]);
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

  it('keeps counting across a newer version while the plane has not caught up', () => {
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
    const beat = { report, desired: NOTHING_DESIRED, now: later };
    expect(observationAfterHeartbeat(probed, before, beat).readiness).to.deep.equal(before.readiness);
    expect(heartbeat(before, report).readiness).to.deep.equal({
      status: 'not_ready',
      serving: false,
      reasonCodes: ['not_serving'],
      checkedAt: later,
    });
  });
});

describe('a readiness probe', () => {
  it('distinguishes serving from not serving, and leaves both unchanged when it cannot', () => {
    const readiness = (probe: Parameters<typeof observationAfterProbe>[1]) =>
      observationAfterProbe(observationOf(), probe, NOW).readiness;
    expect(readiness({ answered: 'ready' })).to.deep.equal({
      status: 'ready',
      serving: true,
      reasonCodes: ['ok'],
      checkedAt: NOW,
    });
    expect(readiness({ answered: 'not_ready' })).to.deep.equal({
      status: 'not_ready',
      serving: false,
      reasonCodes: ['not_serving'],
      checkedAt: NOW,
    });
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

describe('what a plane proves about a revocation', () => {
  const before = newDataPlaneObservation({
    dataPlaneId: 'dp',
    tenantId: 'acme',
    environmentId: 'production',
  });
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
  const echo = (known: DataPlaneObservation, lastRevocationSequence: number, second: number) =>
    observationAfterHeartbeat({ readinessProbeRef: null }, known, {
      report: { lastRevocationSequence },
      desired: NOTHING_DESIRED,
      now: at(second),
    });

  it('is the time when it first reported having reached it', () => {
    const heard = echo(echo(echo(before, 3, 1), 3, 2), 7, 3);
    expect([2, 3, 4, 7, 8].map((sequence) => appliedRevocation(heard, sequence))).to.deep.equal([
      { applied: true, appliedAt: at(1) },
      { applied: true, appliedAt: at(1) },
      { applied: true, appliedAt: at(3) },
      { applied: true, appliedAt: at(3) },
      { applied: false, appliedAt: null },
    ]);
    expect(appliedRevocation(undefined, 1)).to.deep.equal({ applied: false, appliedAt: null });
  });

  it('is discarded when the plane starts over', () => {
    const anew = echo(echo(before, 7, 1), 0, 2);
    expect(appliedRevocation(anew, 5)).to.deep.equal({ applied: false, appliedAt: null });
    expect(appliedRevocation(echo(anew, 7, 3), 5)).to.deep.equal({ applied: true, appliedAt: at(3) });
  });

  it('forgets the time of a revocation far behind, but never the proof', () => {
    let heard = before;
    for (let sequence = 1; sequence <= 100; sequence += 1) heard = echo(heard, sequence, sequence);
    expect(heard.revocationSteps).to.have.length(64);
    expect([1, 37, 38].map((sequence) => appliedRevocation(heard, sequence))).to.deep.equal([
      { applied: true, appliedAt: null },
      { applied: true, appliedAt: null },
      { applied: true, appliedAt: at(38) },
    ]);
  });
});
