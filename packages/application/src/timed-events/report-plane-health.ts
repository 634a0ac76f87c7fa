import type { AuditEvent, DataPlane, PlaneHealthReported, Scope } from '@govgate/domain';
import { classifyDataPlane, type DataPlaneStatus, newDataPlaneObservation } from '@govgate/domain/internal';
import {
  type Change,
  dataPlaneKind,
  dataPlaneObservationKind,
  type JobHandler,
  type ObservedKind,
  planeHealthReportedKind,
  type StopSignal,
  type Stored,
} from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { desiredStateIn } from '../data-planes/desired-state.js';

type Deps = Pick<Ports, 'clock' | 'ids' | 'timer' | 'records' | 'revocations' | 'unitOfWork'>;

/** Planes examined together, whose changes are one commit. */
const TOGETHER = 50;

/**
 * Records in the trail data planes whose health changed, such as one that falls silent or is heard again: each change once, whichever
 * process finds it (ADR 34). The first sighting of a plane is stored but not recorded: its registration was.
 */
export const makeReportPlaneHealth =
  (deps: Deps): JobHandler['run'] =>
  async (_, stop) => {
    const there = new Set<string>();
    let some: DataPlane[] = [];
    for await (const { record } of deps.records.all(dataPlaneKind)) {
      if (stop.aborted) return;
      const before = some[0];
      if (before !== undefined && (!isNeighbour(before, record) || some.length === TOGETHER)) {
        await reportPlanes(deps, some);
        some = [];
      }
      some.push(record);
      there.add(keyOf(record));
    }
    if (some.length > 0) await reportPlanes(deps, some);
    await forgetGone(deps, there, stop);
  };

const keyOf = ({ tenantId, environmentId, dataPlaneId }: Scope & { readonly dataPlaneId: string }): string =>
  `${tenantId} ${environmentId} ${dataPlaneId}`;

const isNeighbour = (a: Scope, b: Scope): boolean =>
  a.tenantId === b.tenantId && a.environmentId === b.environmentId;

interface HealthCheck {
  readonly plane: DataPlane;
  readonly before: Stored<PlaneHealthReported> | undefined;
  readonly now: PlaneHealthReported;
}

/** Some planes of one environment. */
const reportPlanes = async (deps: Deps, planes: readonly DataPlane[]): Promise<void> => {
  const checks = (await checkPlanes(deps, planes)).filter(hasChanged);
  const seenFirst = checks.filter(({ before }) => before === undefined).map(putOf);
  if (seenFirst.length > 0) await deps.unitOfWork.observe(seenFirst);
  const changed = checks.filter(({ before }) => before !== undefined);
  const [first, ...rest] = changed.map((one) => eventOf(deps, one));
  // If another process was faster, it recorded them; later changes are found in the next round.
  if (first !== undefined)
    await deps.unitOfWork.commit({ changes: changed.map(putOf), audit: [first, ...rest] });
  await deps.timer.wait(0);
};

const hasChanged = ({ before, now }: HealthCheck): boolean =>
  before?.record.status !== now.status || before.record.feedBehind !== now.feedBehind;

const checkPlanes = async (deps: Deps, planes: readonly DataPlane[]): Promise<HealthCheck[]> => {
  const [first] = planes;
  if (first === undefined) return [];
  const scope = { tenantId: first.tenantId, environmentId: first.environmentId };
  const ids = planes.map(({ dataPlaneId }) => dataPlaneId);
  const [desired, observations, reported] = await Promise.all([
    desiredStateIn(deps, scope),
    deps.records.getMany(dataPlaneObservationKind, scope, ids),
    deps.records.getMany(planeHealthReportedKind, scope, ids),
  ]);
  const seen = new Map(observations.map(({ record }) => [record.dataPlaneId, record]));
  const before = new Map(reported.map((one) => [one.record.dataPlaneId, one]));
  const nowMs = deps.clock.epochMs();
  return planes.map((plane) => {
    const { dataPlaneId } = plane;
    const observation = seen.get(dataPlaneId) ?? newDataPlaneObservation(plane);
    const { status, healthReasonCodes } = classifyDataPlane(plane, observation, desired, nowMs);
    const reasonCode = healthReasonCodes[0] ?? 'ok';
    const feedBehind = healthReasonCodes.includes('revocation_feed_behind');
    const now = { dataPlaneId, ...scope, status, reasonCode, feedBehind, since: deps.clock.now() };
    return { plane, before: before.get(dataPlaneId), now };
  });
};

const putOf = ({ before, now }: HealthCheck) => ({
  kind: planeHealthReportedKind,
  record: now,
  expectedVersion: before?.version ?? null,
});

const IS_WELL: ReadonlySet<DataPlaneStatus> = new Set(['healthy', 'degraded']);

const eventOf = (deps: Deps, { before, now }: HealthCheck): AuditEvent => {
  // Not receiving revocations is worse than anything else about a plane.
  const fellBehind = now.feedBehind && before?.record.feedBehind !== true;
  return auditEventBy(deps, systemCaller('worker', now.tenantId, deps.ids.mint('request')), {
    eventType: 'data_plane.health_changed',
    action: 'observe',
    environmentId: now.environmentId,
    resourceId: now.dataPlaneId,
    outcome: IS_WELL.has(now.status) && !fellBehind ? 'success' : 'failure',
    reasonCode: fellBehind ? 'revocation_feed_behind' : now.reasonCode,
    ...(before === undefined ? {} : { moved: [before.record, now] as const }),
    reason: `from ${before?.record.status} to ${now.status}`,
    changedFields: [
      ...(before?.record.status === now.status ? [] : ['status']),
      ...(before?.record.feedBehind === now.feedBehind ? [] : ['revocationFeed']),
    ],
  });
};

/** Removes the state kept of deregistered planes. */
const forgetGone = async (
  { records, unitOfWork }: Deps,
  there: ReadonlySet<string>,
  stop: StopSignal,
): Promise<void> => {
  let gone: Change<ObservedKind>[] = [];
  for await (const { record } of records.all(planeHealthReportedKind)) {
    if (stop.aborted) return;
    const { dataPlaneId: id, tenantId, environmentId } = record;
    const scope = { tenantId, environmentId };
    // One registered since this round began is checked individually.
    if (there.has(keyOf(record)) || (await records.get(dataPlaneKind, scope, id)) !== undefined) continue;
    gone.push({ kind: planeHealthReportedKind, removed: { scope, id }, expectedVersion: 'any' });
    if (gone.length < TOGETHER) continue;
    await unitOfWork.observe(gone);
    gone = [];
  }
  if (gone.length > 0) await unitOfWork.observe(gone);
};
