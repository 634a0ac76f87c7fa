import type { Bundle } from '@govgate/application';
import { DEPLOYMENT_MODES } from '@govgate/domain';
import type { Moments } from './moments.js';

type Item = NonNullable<Bundle['dataPlanes']>[number];

const REGIONS = ['eu-central', 'eu-west', 'us-east', 'us-west', 'ap-south'] as const;
const COUNT = 30;

/** The states of a plane. Most are healthy; the others show what a list has to report. */
type Standing =
  | 'healthy'
  | 'late'
  | 'lost'
  | 'never_seen'
  | 'not_serving'
  | 'stale'
  | 'rejected'
  | 'draining';
const OTHERS: Readonly<Record<number, Standing>> = {
  4: 'late',
  7: 'lost',
  11: 'never_seen',
  13: 'stale',
  16: 'rejected',
  19: 'draining',
  22: 'not_serving',
  26: 'stale',
};

/** The planes that keep sending heartbeats while the demonstration runs. */
export const beatingPlaneIds = (): string[] =>
  Array.from({ length: COUNT }, (_, place) => place)
    .filter((place) => !['late', 'lost', 'never_seen'].includes(standingOf(place)))
    .map((place) => `dp_${nameOf(place)}`);

const SECONDS_SINCE = { late: 90, lost: 900 } as const;

const READINESS = {
  up: { status: 'ready', serving: true, reasonCodes: ['ok'] },
  down: { status: 'not_ready', serving: false, reasonCodes: ['not_serving'] },
} as const;

/** Thirty data planes of every mode, most of them healthy. */
export const demoDataPlanes = (tenantId: string, moments: Moments): NonNullable<Bundle['dataPlanes']> =>
  Array.from({ length: COUNT }, (_, place) => planeOf(tenantId, place, moments));

const standingOf = (place: number): Standing => OTHERS[place] ?? 'healthy';

const nameOf = (place: number): string => String(place + 1).padStart(2, '0');

const planeOf = (tenantId: string, place: number, moments: Moments): Item => {
  const standing = standingOf(place);
  const environmentId = place < 24 ? 'production' : 'staging';
  const region = REGIONS[place % REGIONS.length] ?? 'eu-central';
  const policy = environmentId === 'production' ? 'pv_prod_003' : 'pv_stage_007';
  return {
    dataPlaneId: `dp_${nameOf(place)}`,
    tenantId,
    environmentId,
    displayName: `Gateway ${region} ${nameOf(place)}`,
    deploymentMode: DEPLOYMENT_MODES[place % DEPLOYMENT_MODES.length] ?? 'managed',
    location: {
      region,
      zone: `${region}-${'abc'[place % 3]}`,
      cluster: `demo-${region}`,
      namespace: 'gateway',
      deploymentRef: `gateway-${nameOf(place)}`,
      customerLocation: 'Demonstration site',
    },
    trustBoundary: {
      controlPlaneBoundary: 'vendor',
      runtimeTrafficBoundary: 'customer',
      runtimeDataBoundary: 'customer',
    },
    ...(standing === 'never_seen' ? {} : reportOf({ standing, place }, policy, moments)),
    ...(standing === 'draining' ? { drainRequestedAt: moments.minutesAgo(20) } : {}),
  };
};

interface PlacedPlane {
  readonly standing: Standing;
  readonly place: number;
}

const reportOf = ({ standing, place }: PlacedPlane, policy: string, moments: Moments): Partial<Item> => {
  const { secondsAgo, daysAgo } = moments;
  const since = standing === 'late' || standing === 'lost' ? SECONDS_SINCE[standing] : 5 + (place % 5);
  const observed = standing === 'stale' || standing === 'rejected' ? 'pv_prod_002' : policy;
  const lastSeenAt = secondsAgo(since);
  const isOld = place % 6 === 0;
  return {
    version: {
      controlPlane: '2.4.0',
      dataPlane: isOld ? '2.3.2' : '2.4.0',
      helmChart: '2.4.0',
      config: 'cfg-18',
      policy: observed,
    },
    heartbeat: { lastSeenAt },
    readiness: { ...READINESS[standing === 'not_serving' ? 'down' : 'up'], checkedAt: lastSeenAt },
    policySync: {
      ...(standing === 'rejected' ? { status: 'rejected' } : {}),
      desiredVersion: policy,
      observedVersion: observed,
      lastAppliedAt: daysAgo(9),
      staleSeconds: observed === policy ? 0 : 3600 + place,
    },
    configPropagation: {
      desiredVersion: 'cfg-18',
      observedVersion: 'cfg-18',
      lastAppliedAt: daysAgo(4),
      staleSeconds: 0,
    },
    activeSessions: sessionsOf(standing === 'draining', place),
    drain: { state: standing === 'draining' ? 'draining' : 'not_draining' },
    upgrade: { state: isOld ? 'available' : 'up_to_date' },
    backupRestore: backupOf(place, moments),
  };
};

const sessionsOf = (draining: boolean, place: number): NonNullable<Item['activeSessions']> => {
  const total = draining ? 3 : (place * 7) % 40;
  return { total, stateful: total >> 1, draining: draining ? total : 0, reconnectable: total >> 2 };
};

const backupOf = (place: number, { daysAgo }: Moments): NonNullable<Item['backupRestore']> =>
  place % 4 === 0
    ? {
        relevant: true,
        coverageStatus: 'covered',
        reasonCode: 'ok',
        lastBackupAt: daysAgo(1),
        restoreTestedAt: daysAgo(30),
      }
    : { relevant: false, coverageStatus: 'not_applicable', reasonCode: 'ok' };
