import { expect } from 'chai';
import fc from 'fast-check';
import { instantOf } from '../instant.js';
import { NOW } from '../testing/people.js';
import { classifyDataPlane } from './classify-data-plane.js';
import {
  type DataPlane,
  type DataPlaneObservation,
  NOTHING_DESIRED,
  newDataPlaneObservation,
} from './data-plane.js';
import {
  desiredArbitrary,
  IN_STEP,
  NOW_MS,
  observationOf,
  planeOf,
  planesArbitrary,
} from './testing/planes.js';

const classify = (
  fields: Partial<DataPlaneObservation> = {},
  plane: Partial<DataPlane> = {},
  desired = NOTHING_DESIRED,
  nowMs = NOW_MS,
) => classifyDataPlane(planeOf(plane), observationOf(fields), desired, nowMs);

const aged = (ms: number) => classify({ lastSeenAt: instantOf(NOW_MS - ms) });

describe('classifyDataPlane', () => {
  it('finds no problem with a healthy plane', () => {
    expect(classify()).to.deep.equal({
      status: 'healthy',
      heartbeat: { status: 'healthy', lastSeenAt: NOW, secondsSinceLast: 0, reasonCode: 'ok' },
      readiness: { status: 'healthy', serving: true, reasonCodes: ['ok'], checkedAt: NOW },
      policySync: {
        status: 'in_sync',
        desiredVersion: 'v1',
        observedVersion: 'v1',
        lastAppliedAt: '2026-02-28T00:00:00.000Z',
        staleSeconds: 0,
        reasonCode: 'ok',
      },
      configPropagation: {
        status: 'in_sync',
        desiredVersion: 'v1',
        observedVersion: 'v1',
        lastAppliedAt: '2026-02-28T00:00:00.000Z',
        staleSeconds: 0,
        reasonCode: 'ok',
      },
      drain: { ready: true, state: 'not_draining', reasonCodes: ['ok'] },
      upgrade: { ready: false, state: 'up_to_date', reasonCodes: ['ok'] },
      healthReasonCodes: ['ok'],
    });
  });

  it('knows nothing about a plane that was never seen', () => {
    const never = classifyDataPlane(planeOf(), newDataPlaneObservation(planeOf()), NOTHING_DESIRED, NOW_MS);
    expect(never).to.deep.include({
      status: 'unknown',
      heartbeat: { status: 'never_seen', lastSeenAt: '', secondsSinceLast: 0, reasonCode: 'never_seen' },
      readiness: { status: 'unknown', serving: false, reasonCodes: ['never_seen'], checkedAt: '' },
      healthReasonCodes: ['never_seen'],
    });
    expect(never.policySync).to.deep.include({ status: 'unknown', lastAppliedAt: '', staleSeconds: 0 });
  });

  it('calls a heartbeat late after 45 s and lost after 120 s, to the millisecond', () => {
    const reported = [0, 44_999, 45_000, 45_001, 120_000, 120_001].map((ms) => {
      const { status, heartbeat } = aged(ms);
      return [heartbeat.status, heartbeat.secondsSinceLast, heartbeat.reasonCode, status];
    });
    expect(reported).to.deep.equal([
      ['healthy', 0, 'ok', 'healthy'],
      ['healthy', 44, 'ok', 'healthy'],
      ['healthy', 45, 'ok', 'healthy'],
      ['late', 45, 'heartbeat_late', 'degraded'],
      ['late', 120, 'heartbeat_late', 'degraded'],
      ['lost', 120, 'heartbeat_lost', 'unhealthy'],
    ]);
  });

  it('calls a version stale after 60 s, to the millisecond', () => {
    const reported = [0, 59_999, 60_000, 60_001].map((ms) => {
      const policySync = { ...IN_STEP, observedVersion: 'v0', differsSince: instantOf(NOW_MS - ms) };
      const classified = classify({ policySync });
      return [
        classified.policySync.status,
        classified.policySync.staleSeconds,
        classified.policySync.reasonCode,
        classified.status,
      ];
    });
    expect(reported).to.deep.equal([
      ['pending', 0, 'policy_pending', 'healthy'],
      ['pending', 59, 'policy_pending', 'healthy'],
      ['pending', 60, 'policy_pending', 'healthy'],
      ['stale', 60, 'policy_stale', 'degraded'],
    ]);
  });

  it('prefers what the environment wants to what the plane was sent', () => {
    const desired = { ...NOTHING_DESIRED, policyVersion: 'v2', policySince: instantOf(NOW_MS - 61_000) };
    expect(classify({}, {}, desired).policySync).to.deep.include({
      status: 'stale',
      desiredVersion: 'v2',
      observedVersion: 'v1',
      staleSeconds: 61,
    });
  });

  it('also compares configuration with what the environment wants, and reports nothing applied as ""', () => {
    const desired = { ...NOTHING_DESIRED, configVersion: 'v2', configSince: instantOf(NOW_MS - 61_000) };
    const classified = classify({ configPropagation: { ...IN_STEP, lastAppliedAt: null } }, {}, desired);
    expect([classified.status, classified.configPropagation, classified.policySync.status]).to.deep.equal([
      'degraded',
      {
        status: 'stale',
        desiredVersion: 'v2',
        observedVersion: 'v1',
        lastAppliedAt: '',
        staleSeconds: 61,
        reasonCode: 'config_stale',
      },
      'in_sync',
    ]);
  });

  it('counts a refusal only for the refused version', () => {
    const policySync = { ...IN_STEP, observedVersion: 'v0', rejectedVersion: 'v1', differsSince: NOW };
    expect(classify({ policySync }).policySync).to.deep.include({
      status: 'rejected',
      reasonCode: 'policy_rejected',
    });
    expect(classify({ policySync }).status).to.equal('degraded');
    const desired = { ...NOTHING_DESIRED, policyVersion: 'v2', policySince: NOW };
    expect(classify({ policySync }, {}, desired).policySync.status).to.equal('pending');
  });

  it('lets an order to drain count at once, and calls it drained when the sessions are gone', () => {
    const sessions = { total: 2, stateful: 1, draining: 0, reconnectable: 1 };
    const ordered = { drainRequestedAt: NOW };
    expect(classify({ activeSessions: sessions }, ordered)).to.deep.include({
      status: 'degraded',
      drain: { ready: true, state: 'draining', reasonCodes: ['draining', 'sessions_active'] },
      healthReasonCodes: ['draining'],
    });
    expect(classify({}, ordered).drain.state).to.equal('drained');
    expect(classify({ drainState: 'blocked' }, ordered).drain).to.deep.include({
      ready: false,
      state: 'blocked',
    });
  });

  it('shows an ordered upgrade as under way until the plane reports again', () => {
    const ordered = { upgradeRequestedAt: NOW };
    expect(classify({ upgradeState: 'available' }, ordered).upgrade.state).to.equal('in_progress');
    const later = instantOf(NOW_MS + 1);
    expect(classify({ upgradeState: 'failed', lastSeenAt: later }, ordered).upgrade).to.deep.equal({
      ready: true,
      state: 'failed',
      reasonCodes: ['ok'],
    });
  });

  it('lists every obstacle to health, in a fixed order', () => {
    const broken = classify(
      {
        lastSeenAt: instantOf(NOW_MS - 60_000),
        readiness: { status: 'not_ready', serving: false, reasonCodes: ['not_serving'], checkedAt: NOW },
        policySync: { ...IN_STEP, observedVersion: 'v0', differsSince: instantOf(NOW_MS - 99_000) },
        configPropagation: { ...IN_STEP, observedVersion: 'v0', rejectedVersion: 'v1' },
        backupRestore: { relevant: true, coverageStatus: 'partial', reasonCode: 'backup_overdue' },
        upgradeState: 'blocked',
        drainState: 'draining',
        lastRevocationSequence: 4,
      },
      {},
      { ...NOTHING_DESIRED, revocationsDue: 5 },
    );
    expect([broken.status, broken.healthReasonCodes]).to.deep.equal([
      'unhealthy',
      [
        'heartbeat_late',
        'policy_stale',
        'config_stale',
        'version_unsupported',
        'not_serving',
        'draining',
        'backup_overdue',
        'revocation_feed_behind',
      ],
    ]);
  });

  it('calls a plane degraded that has not applied what it had a minute for, and unhealthy after ten', () => {
    const desired = { ...NOTHING_DESIRED, revocationsDue: 5, revocationsOverdue: 3 };
    const reported = [5, 4, 3, 2].map((lastRevocationSequence) => {
      const { status, readiness, healthReasonCodes } = classify({ lastRevocationSequence }, {}, desired);
      return [status, readiness.status, healthReasonCodes];
    });
    expect(reported).to.deep.equal([
      ['healthy', 'healthy', ['ok']],
      ['degraded', 'degraded', ['revocation_feed_behind']],
      ['degraded', 'degraded', ['revocation_feed_behind']],
      ['unhealthy', 'unhealthy', ['revocation_feed_behind']],
    ]);
  });

  it('counts a plane that never reported a sequence as behind once there is something to apply', () => {
    const statusOf = (desired = NOTHING_DESIRED) => classify({}, {}, desired).status;
    expect([
      statusOf(),
      statusOf({ ...NOTHING_DESIRED, revocationsDue: 1 }),
      statusOf({ ...NOTHING_DESIRED, revocationsDue: 1, revocationsOverdue: 1 }),
    ]).to.deep.equal(['healthy', 'degraded', 'unhealthy']);
  });

  it('is healthy exactly when only harmless reasons are listed', () => {
    fc.assert(
      fc.property(planesArbitrary, desiredArbitrary, (planes, desired) => {
        for (const [plane, observation] of planes) {
          const { status, healthReasonCodes } = classifyDataPlane(plane, observation, desired, NOW_MS);
          const harmless = ['ok', 'policy_pending', 'version_unsupported', 'backup_overdue'];
          const against = healthReasonCodes.filter((reason) => !harmless.includes(reason));
          expect(status === 'healthy').to.equal(against.length === 0);
        }
      }),
      { numRuns: 200 },
    );
  });
});
