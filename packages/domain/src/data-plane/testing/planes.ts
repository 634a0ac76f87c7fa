import fc from 'fast-check';
import { epochMsOf, instantOf } from '../../instant.js';
import { NOW } from '../../testing/people.js';
import {
  type DataPlane,
  type DataPlaneObservation,
  DEPLOYMENT_MODES,
  type DesiredState,
  newDataPlaneObservation,
  type SyncObservation,
} from '../data-plane.js';
import { DRAIN_STATES, UPGRADE_STATES } from '../data-plane.machine.js';

export const NOW_MS = epochMsOf(NOW);

/** A registered plane, with overrides. */
export const planeOf = (fields: Partial<DataPlane> = {}): DataPlane => ({
  dataPlaneId: 'dp_1',
  tenantId: 'acme',
  environmentId: 'production',
  displayName: 'Frankfurt 1',
  deploymentMode: 'managed',
  location: {
    region: 'eu-central-1',
    zone: 'a',
    cluster: 'c1',
    namespace: 'gateway',
    deploymentRef: 'deploy/1',
    customerLocation: '',
  },
  trustBoundary: {
    controlPlaneBoundary: 'vendor',
    runtimeTrafficBoundary: 'customer',
    runtimeDataBoundary: 'customer',
  },
  readinessProbeRef: null,
  drainRequestedAt: null,
  upgradeRequestedAt: null,
  resyncRequestedAt: null,
  createdAt: '2026-02-01T00:00:00.000Z',
  updatedAt: '2026-02-01T00:00:00.000Z',
  ...fields,
});

/** A version that is where it should be. */
export const IN_STEP: SyncObservation = {
  desiredVersion: 'v1',
  observedVersion: 'v1',
  lastAppliedAt: '2026-02-28T00:00:00.000Z',
  differsSince: null,
  rejectedVersion: null,
};

/** What a healthy plane reported just now, with overrides. */
export const observationOf = (fields: Partial<DataPlaneObservation> = {}): DataPlaneObservation => ({
  ...newDataPlaneObservation(planeOf()),
  lastSeenAt: NOW,
  version: { controlPlane: '1.0', dataPlane: '1.0', helmChart: '1.0', config: 'v1', policy: 'v1' },
  readiness: { status: 'ready', serving: true, reasonCodes: ['ok'], checkedAt: NOW },
  policySync: IN_STEP,
  configPropagation: IN_STEP,
  backupRestore: { relevant: false, coverageStatus: 'not_applicable', reasonCode: 'ok' },
  ...fields,
});

/** A value now and then, mostly null (the `freq` of `fc.option` counts the nulls, and makes them rarer). */
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** Moments around every threshold, a millisecond before, at and after it. */
const moment = fc
  .tuple(fc.constantFrom(0, 30_000, 45_000, 60_000, 120_000, 500_000), fc.constantFrom(-1, 0, 1))
  .map(([age, nudge]) => instantOf(NOW_MS - age + nudge));

const version = fc.constantFrom('v1', 'v2', '');

const syncArbitrary: fc.Arbitrary<SyncObservation> = fc.record({
  desiredVersion: version,
  observedVersion: version,
  lastAppliedAt: fc.option(moment),
  differsSince: fc.option(moment),
  rejectedVersion: fc.option(version),
});

/** What an environment of a small world wants. */
export const desiredArbitrary: fc.Arbitrary<DesiredState> = fc
  .record({
    policyVersion: fc.option(version),
    policySince: fc.option(moment),
    configVersion: fc.option(version),
    configSince: fc.option(moment),
    revocationsDue: fc.nat(3),
    younger: fc.nat(3),
  })
  .map(({ younger, ...wanted }) => ({
    ...wanted,
    revocationsOverdue: Math.max(0, wanted.revocationsDue - younger),
  }));

/** A plane with what it reported, in a small world where values often coincide. */
export const reportedArbitrary = (
  dataPlaneId: string,
): fc.Arbitrary<readonly [DataPlane, DataPlaneObservation]> =>
  fc
    .record({
      displayName: fc.constantFrom('alpha', 'beta', 'Ünder', '\u{1f680}', '\uffee'),
      region: fc.constantFrom('eu', 'us', '', '__proto__'),
      deploymentMode: fc.constantFrom(...DEPLOYMENT_MODES),
      drainRequestedAt: seldom(moment),
      lastSeenAt: fc.option(moment),
      serving: fc.boolean(),
      policySync: syncArbitrary,
      configPropagation: syncArbitrary,
      total: fc.nat(3),
      drainState: fc.constantFrom(...DRAIN_STATES),
      upgradeState: fc.constantFrom(...UPGRADE_STATES),
      lastRevocationSequence: fc.nat(3),
    })
    .map((drawn) => [
      planeOf({
        dataPlaneId,
        displayName: drawn.displayName,
        deploymentMode: drawn.deploymentMode,
        drainRequestedAt: drawn.drainRequestedAt,
        location: { ...planeOf().location, region: drawn.region },
      }),
      observationOf({
        dataPlaneId,
        lastSeenAt: drawn.lastSeenAt,
        readiness: { status: 'ready', serving: drawn.serving, reasonCodes: ['ok'], checkedAt: NOW },
        policySync: drawn.policySync,
        configPropagation: drawn.configPropagation,
        activeSessions: { total: drawn.total, stateful: 0, draining: 0, reconnectable: 0 },
        drainState: drawn.drainState,
        upgradeState: drawn.upgradeState,
        lastRevocationSequence: drawn.lastRevocationSequence,
      }),
    ]);

/** Planes of a small world, each id once, in any order. */
export const planesArbitrary: fc.Arbitrary<(readonly [DataPlane, DataPlaneObservation])[]> = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'Z'), { maxLength: 9 })
  .chain((ids) => fc.tuple(...ids.map(reportedArbitrary)));
