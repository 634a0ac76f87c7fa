import type { DataPlane, DeliveryReason, ReadinessProbe, Scope } from '@govgate/domain';
import { dataPlaneKind, type JobHandler, type PlaneReadinessProbe, type StopSignal } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { inFairShares } from './in-fair-shares.js';
import { ProbeSchedule } from './probe-schedule.js';
import { ReadinessWriter } from './readiness-writer.js';
import { isInShard, type Shard, shardOf } from './shard.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock'> & { readonly planeProbe: PlaneReadinessProbe };

interface Target {
  readonly scope: Scope;
  readonly dataPlaneId: string;
  readonly readinessProbeRef: string;
}

/** Time between rounds, in milliseconds (docs/spec/data-planes.md, probe). */
export const PLANE_ROUND_MS = 30_000;
/** A round fits 10,000 planes of one tenant at 300 ms each, and as many again. */
const SHARES = { atATime: 256, perOwner: 128 };

/** Probes the readiness of planes that have a probe. Reads never probe: they answer what is stored here. */
export const makeProbeDataPlanes = (deps: Deps): JobHandler['run'] => {
  const schedule = new ProbeSchedule({ everyMs: PLANE_ROUND_MS, deadRest: true });
  return async ({ subjectId }, signal) => {
    const targets = await targetsOf(deps, shardOf(subjectId));
    schedule.keepOnly(new Set(targets.map(keyOf)));
    const writer = new ReadinessWriter(deps);
    const due = schedule.due(targets, keyOf, deps.clock.epochMs());
    const startedAt = deps.clock.epochMs();
    // What a round does not reach comes first in the next one.
    const round: StopSignal = {
      get aborted() {
        return signal.aborted || deps.clock.epochMs() - startedAt >= PLANE_ROUND_MS;
      },
    };
    const owned = due.map((item) => ({ owner: item.scope.tenantId, item }));
    await inFairShares(owned, { shares: SHARES, signal: round }, async (target) => {
      const probe = await deps.planeProbe.probe(target.scope, target.readinessProbeRef);
      schedule.probed(keyOf(target), isAlive(probe), deps.clock.epochMs());
      await writer.add(target.scope, target.dataPlaneId, probe);
    });
    await writer.flush();
  };
};

const keyOf = ({ scope, dataPlaneId }: Target): string =>
  `${scope.tenantId} ${scope.environmentId} ${dataPlaneId}`;

// A plane that answers is cheap to probe; only silent ones are probed less often.
const isAlive = (probe: ReadinessProbe): boolean =>
  probe.answered !== 'other' || !SILENT.has(probe.reasonCode);

const SILENT: ReadonlySet<string> = new Set<DeliveryReason>([
  'dns_error',
  'connection_refused',
  'connection_reset',
  'network_error',
  'timeout',
]);

const targetsOf = async ({ records }: Deps, shard: Shard): Promise<Target[]> => {
  const targets: Target[] = [];
  for await (const { record } of records.all(dataPlaneKind)) {
    const target = targetOf(record);
    if (target !== undefined && isInShard(record.dataPlaneId, shard)) targets.push(target);
  }
  return targets;
};

const targetOf = ({
  tenantId,
  environmentId,
  dataPlaneId,
  readinessProbeRef,
}: DataPlane): Target | undefined =>
  readinessProbeRef === null
    ? undefined
    : { scope: { tenantId, environmentId }, dataPlaneId, readinessProbeRef };
