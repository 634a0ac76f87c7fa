import type { Ports } from '@govgate/application';
import type { DataPlaneObservation, Instant } from '@govgate/domain';
import { type HeartbeatReport, NOTHING_DESIRED, observationAfterHeartbeat } from '@govgate/domain/internal';
import {
  type Change,
  dataPlaneObservationKind,
  mcpServerHealthKind,
  type ObservedKind,
  policyVersionKind,
  type UnitOfWork,
} from '@govgate/ports';
import { beatingPlaneIds, DEMO_TENANT } from './demo-bundle.js';

/** One beat of the demonstration. */
export type DemoHeartbeats = () => Promise<void>;

type Deps = Pick<Ports, 'records' | 'revocations' | 'clock'> & {
  readonly unitOfWork: Pick<UnitOfWork, 'observe'>;
};

const ENVIRONMENTS = ['production', 'staging'] as const;

/**
 * Keeps a demonstration alive: healthy planes report again, and the stored health of its servers stays fresh. Call it about every ten
 * seconds. It writes observed facts only, hence no audit events; a concurrent write wins.
 */
export const makeDemoHeartbeats = (deps: Deps): DemoHeartbeats => {
  const beating = beatingPlaneIds(deps.clock.now());
  return async () => {
    const changes: Change<ObservedKind>[] = [];
    for (const environmentId of ENVIRONMENTS) {
      const scope = { tenantId: DEMO_TENANT, environmentId };
      changes.push(...(await beats(deps, scope, beating)), ...(await checks(deps, scope)));
    }
    await deps.unitOfWork.observe(changes);
  };
};

interface EnvironmentScope {
  readonly tenantId: string;
  readonly environmentId: string;
}

/** It reports, and does not hear of revocations any more: the plane that lags. */
const DEAF_PLANE = 'dp_14';

// They report what gateways do: that they have applied the revocations so far and run the active policy, too.
const beats = async (
  { records, revocations, clock }: Deps,
  scope: EnvironmentScope,
  planeIds: readonly string[],
): Promise<Change<ObservedKind>[]> => {
  const stored = await records.getMany(dataPlaneObservationKind, scope, planeIds);
  const lastRevocationSequence = await revocations.lastSequence(scope);
  const active = await records.holder(policyVersionKind, scope, 'one_active', 'active');
  return stored.map(({ record, version }, place) => {
    const followed = policyAfter(record, active?.record.policyVersion, clock.now());
    return {
      kind: dataPlaneObservationKind,
      record: observationAfterHeartbeat(UNPROBED, record, {
        report: {
          ...followed,
          activeSessions: sessionsAt(record, clock.epochMs(), place),
          ...(record.dataPlaneId === DEAF_PLANE ? {} : { lastRevocationSequence }),
        },
        desired: { ...NOTHING_DESIRED, policyVersion: followed.policySync?.observedVersion ?? null },
        now: clock.now(),
      }),
      expectedVersion: version,
    };
  });
};

// Those that run what they were last to run follow a publish; those that were behind or rejected it stay so.
const policyAfter = (
  { policySync: { observedVersion, desiredVersion } }: DataPlaneObservation,
  active: string | undefined,
  now: Instant,
): Pick<HeartbeatReport, 'version' | 'policySync'> =>
  active === undefined || active === observedVersion || observedVersion !== desiredVersion
    ? {}
    : { version: { policy: active }, policySync: { observedVersion: active, lastAppliedAt: now } };

const UNPROBED = { readinessProbeRef: null };

// The number of sessions varies a little, so that a watched list moves.
const sessionsAt = <T extends { readonly activeSessions: { readonly total: number } }>(
  { activeSessions }: T,
  epochMs: number,
  place: number,
): T['activeSessions'] => {
  const step = (Math.floor(epochMs / 10_000) + place) % 3 === 0 ? 1 : -1;
  const total = activeSessions.total === 0 ? 0 : Math.max(1, activeSessions.total + step);
  return { ...activeSessions, total };
};

const checks = async ({ records, clock }: Deps, scope: EnvironmentScope): Promise<Change<ObservedKind>[]> => {
  const page = await records.page(mcpServerHealthKind, scope, { limit: 100 });
  return page.items.map(({ record, version }) => ({
    kind: mcpServerHealthKind,
    record: { ...record, lastCheckedAt: clock.now() },
    expectedVersion: version,
  }));
};
