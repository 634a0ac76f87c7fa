import { expect } from 'chai';
import { addSeconds } from '../instant.js';
import { NOW } from '../testing/people.js';
import { newDataPlaneObservation } from './data-plane.js';
import { UPGRADE_STATES } from './data-plane.machine.js';
import { drainOf, drainStateOf, type HeartbeatStatus, upgradeOf, upgradeStateOf } from './plane-states.js';
import { observationOf, planeOf } from './testing/planes.js';

const BUSY = { total: 2, stateful: 1, draining: 0, reconnectable: 1 };

describe('a plane that was never seen', () => {
  it('has reported nothing, serves nothing and says why', () => {
    const nothing = {
      desiredVersion: '',
      observedVersion: '',
      lastAppliedAt: null,
      differsSince: null,
      rejectedVersion: null,
    };
    expect(newDataPlaneObservation(planeOf())).to.deep.equal({
      dataPlaneId: 'dp_1',
      tenantId: 'acme',
      environmentId: 'production',
      lastSeenAt: null,
      version: { controlPlane: '', dataPlane: '', helmChart: '', config: '', policy: '' },
      readiness: { status: 'unknown', serving: false, reasonCodes: ['never_seen'], checkedAt: '' },
      policySync: nothing,
      configPropagation: nothing,
      activeSessions: { total: 0, stateful: 0, draining: 0, reconnectable: 0 },
      drainState: 'not_draining',
      upgradeState: 'up_to_date',
      backupRestore: { relevant: false, coverageStatus: 'unknown', reasonCode: 'never_seen' },
      lastRevocationSequence: 0,
    });
  });
});

describe('the drain of a plane', () => {
  const ordered = { drainRequestedAt: NOW };

  it('is not called drained on an order before the plane was ever seen', () => {
    expect(drainStateOf(ordered, newDataPlaneObservation(planeOf()))).to.equal('draining');
  });

  it('trusts a plane that reports itself blocked or drained, and otherwise judges by its sessions', () => {
    const state = (drainState: 'drained' | 'blocked' | 'draining' | 'not_draining', activeSessions = BUSY) =>
      drainStateOf(ordered, observationOf({ drainState, activeSessions }));
    expect([state('drained'), state('blocked'), state('draining'), state('not_draining')]).to.deep.equal([
      'drained',
      'blocked',
      'draining',
      'draining',
    ]);
  });

  it('cannot start while the plane is silent or blocked', () => {
    const drain = (heartbeat: HeartbeatStatus) => drainOf('not_draining', observationOf(), heartbeat);
    expect([drain('late'), drain('lost'), drain('never_seen')]).to.deep.equal([
      { ready: true, state: 'not_draining', reasonCodes: ['ok'] },
      { ready: false, state: 'not_draining', reasonCodes: ['heartbeat_lost'] },
      { ready: false, state: 'not_draining', reasonCodes: ['never_seen'] },
    ]);
    expect(drainOf('blocked', observationOf(), 'healthy').ready).to.equal(false);
  });
});

describe('the upgrade of a plane', () => {
  it('can be ordered where one is offered or has failed, while the plane reports', () => {
    const ready = (heartbeat: HeartbeatStatus) =>
      UPGRADE_STATES.filter((state) => upgradeOf(state, heartbeat).ready);
    expect((['healthy', 'late', 'lost', 'never_seen'] as const).map(ready)).to.deep.equal([
      ['available', 'failed'],
      ['available', 'failed'],
      [],
      [],
    ]);
  });

  it('names the obstacle to it', () => {
    expect([
      upgradeOf('available', 'healthy').reasonCodes,
      upgradeOf('blocked', 'late').reasonCodes,
      upgradeOf('blocked', 'lost').reasonCodes,
      upgradeOf('available', 'never_seen').reasonCodes,
    ]).to.deep.equal([
      ['ok'],
      ['version_unsupported'],
      ['heartbeat_lost', 'version_unsupported'],
      ['never_seen'],
    ]);
  });

  it('counts as under way from its order to the next heartbeat', () => {
    const state = (lastSeenAt: string | null) =>
      upgradeStateOf({ upgradeRequestedAt: NOW }, { upgradeState: 'available', lastSeenAt });
    expect([state(null), state(NOW), state(addSeconds(NOW, 1))]).to.deep.equal([
      'in_progress',
      'in_progress',
      'available',
    ]);
  });
});
