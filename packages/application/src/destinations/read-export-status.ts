import {
  type DeliveryReason,
  type Destination,
  type DestinationReference,
  type ExportReplay,
  type Instant,
  ok,
} from '@govgate/domain';
import { destinationStatuses, newDestinationObservation } from '@govgate/domain/internal';
import { exportReplayKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import { destinationObservations, exportProgress } from '../export/export-progress.js';
import { type DeliveryStatusView, type ObservingDeps, statusView } from './destination-view.js';
import { type DestinationRef, destinationAccess } from './load-destination.js';

/** Progress of continuous export at a destination (docs/spec/destinations.md): facts, from the store alone. */
export interface ExportStatusView {
  readonly schemaVersion: '1.0';
  readonly tenantId: string;
  readonly environmentId: string;
  readonly destinationId: string;
  readonly enabled: boolean;
  readonly auditExportStatus: DeliveryStatusView;
  /** The last event it has reached; null before any worker has handled it. */
  readonly lastSequence: number | null;
  readonly headSequence: number;
  readonly lastDeliveredAt: Instant | null;
  readonly lastAttemptAt: Instant | null;
  readonly nextAttemptAt: Instant | null;
  readonly lagEvents: number;
  readonly lagSeconds: number;
  readonly failuresInRow: number;
  readonly failingSince: Instant | null;
  readonly lastReasonCode: DeliveryReason;
  readonly unusableReference: DestinationReference | null;
  readonly deliveredEvents: number;
  readonly refusedEvents: number;
  readonly replays: readonly ReplayView[];
}

/** A replay as answered. */
export type ReplayView = Pick<
  ExportReplay,
  | 'replayId'
  | 'state'
  | 'fromSequence'
  | 'toSequence'
  | 'delivered'
  | 'requestedBy'
  | 'requestedAt'
  | 'completedAt'
> & { readonly reachedSequence: number };

const MOST_REPLAYS = 20;

export const replayView = (replay: ExportReplay): ReplayView => ({
  replayId: replay.replayId,
  state: replay.state,
  fromSequence: replay.fromSequence,
  toSequence: replay.toSequence,
  reachedSequence: replay.sequence,
  delivered: replay.delivered,
  requestedBy: replay.requestedBy,
  requestedAt: replay.requestedAt,
  completedAt: replay.completedAt,
});

/** Reports a destination's progress, its lag, and its replays. */
export const makeReadExportStatus =
  (deps: ObservingDeps): UseCase<DestinationRef, ExportStatusView> =>
  async (context, ref) => {
    const loaded = await loadRecord(deps.records, context, destinationAccess(ref, 'siem_webhook.read'));
    return loaded.ok ? ok(await exportStatusOf(deps, loaded.value.stored.record)) : loaded;
  };

/** The status of a destination, for callers who may see it. */
const exportStatusOf = async (deps: ObservingDeps, destination: Destination): Promise<ExportStatusView> => {
  const { tenantId, environmentId, destinationId } = destination;
  const scope = { tenantId, environmentId };
  const progress = (await exportProgress(deps, scope, [destinationId])).get(destinationId);
  const seen = (await destinationObservations(deps, scope, [destination])).get(destinationId);
  const statuses = destinationStatuses(destination, seen ?? newDestinationObservation(destination));
  const { items: replays } = await deps.records.page(exportReplayKind, scope, {
    where: { is: { destinationId } },
    order: { by: 'id', direction: 'desc' },
    limit: MOST_REPLAYS,
  });
  const lane = progress?.lane;
  return {
    schemaVersion: '1.0',
    ...scope,
    destinationId,
    enabled: destination.enabled,
    auditExportStatus: statusView(statuses.auditExportStatus),
    lastSequence: lane?.sequence ?? null,
    headSequence: progress?.headSequence ?? 0,
    lastDeliveredAt: lane?.lastDeliveredAt ?? null,
    lastAttemptAt: lane?.lastAttemptAt ?? null,
    nextAttemptAt: lane?.nextAttemptAt ?? null,
    lagEvents: progress?.lagEvents ?? 0,
    lagSeconds: progress?.lagSeconds ?? 0,
    failuresInRow: lane?.failuresInARow ?? 0,
    failingSince: lane?.failingSince ?? null,
    lastReasonCode: lane?.lastReason ?? 'never_checked',
    unusableReference: lane?.unusableReference ?? null,
    deliveredEvents: lane?.delivered ?? 0,
    refusedEvents: lane?.refused ?? 0,
    replays: replays.map(({ record }) => replayView(record)),
  };
};
