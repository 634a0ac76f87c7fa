import {
  type Destination,
  type DestinationObservation,
  type ExportLane,
  epochMsOf,
  type Instant,
  type Scope,
} from '@govgate/domain';
import { newDestinationObservation } from '@govgate/domain/internal';
import { destinationObservationKind, exportLaneKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** A destination's progress and lag. */
export interface ExportProgress {
  readonly lane: ExportLane | undefined;
  /** The last event of the trail. */
  readonly headSequence: number;
  readonly lagEvents: number;
  /** Age of the oldest undelivered event. */
  readonly lagSeconds: number;
}

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'clock'>;

/** A destination with a greater lag is unhealthy, whatever its last attempt. In seconds. */
const HEALTHY_LAG_SECONDS = 60;

/** The progress of several destinations in one environment. */
export const exportProgress = async (
  deps: Deps,
  scope: Scope,
  destinationIds: readonly string[],
): Promise<ReadonlyMap<string, ExportProgress>> => {
  const lanes = await deps.records.getMany(exportLaneKind, scope, destinationIds);
  const { sequence: headSequence } = await deps.auditTrail.head(scope.tenantId);
  const found = new Map<string, ExportProgress>();
  const behind = lanes.map(({ record }) => record.sequence + 1).filter((next) => next <= headSequence);
  const instants = behind.length === 0 ? undefined : await deps.auditTrail.instants(scope.tenantId, behind);
  for (const { record: lane } of lanes) {
    const lagEvents = Math.max(0, headSequence - lane.sequence);
    const lagSeconds = secondsSince(deps, instants?.get(lane.sequence + 1));
    found.set(lane.destinationId, { lane, headSequence, lagEvents, lagSeconds });
  }
  for (const destinationId of destinationIds)
    if (!found.has(destinationId))
      found.set(destinationId, { lane: undefined, headSequence, lagEvents: 0, lagSeconds: 0 });
  return found;
};

/** Each destination's observed deliveries, with its export reported as unhealthy if the lag is too great. */
export const destinationObservations = async (
  deps: Deps,
  scope: Scope,
  destinations: readonly Destination[],
): Promise<ReadonlyMap<string, DestinationObservation>> => {
  const ids = destinations.map(({ destinationId }) => destinationId);
  const [observed, progress] = await Promise.all([
    deps.records.getMany(destinationObservationKind, scope, ids),
    exportProgress(deps, scope, ids),
  ]);
  const byId = new Map(observed.map(({ record }) => [record.destinationId, record]));
  return new Map(
    destinations.map((destination) => {
      const seen = byId.get(destination.destinationId) ?? newDestinationObservation(destination);
      return [destination.destinationId, withLag(seen, progress.get(destination.destinationId))];
    }),
  );
};

const withLag = (
  seen: DestinationObservation,
  progress: ExportProgress | undefined,
): DestinationObservation =>
  seen.auditExport.status === 'healthy' && (progress?.lagSeconds ?? 0) >= HEALTHY_LAG_SECONDS
    ? { ...seen, auditExport: { ...seen.auditExport, status: 'degraded' } }
    : seen;

const secondsSince = ({ clock }: Deps, instant: Instant | undefined): number =>
  instant === undefined ? 0 : Math.max(0, Math.floor((clock.epochMs() - epochMsOf(instant)) / 1_000));
