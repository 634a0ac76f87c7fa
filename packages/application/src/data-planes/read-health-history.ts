import { type Instant, ok, type SealedAuditEvent } from '@govgate/domain';
import type { DataPlaneStatus } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type DataPlaneRef, planeAccess } from './load-data-plane.js';

/** A change of a plane's health. */
export interface HealthTransition {
  readonly occurredAt: Instant;
  /** Null for both: its readiness stayed, and it fell behind the revocation feed or caught up with it. */
  readonly fromStatus: DataPlaneStatus | null;
  readonly toStatus: DataPlaneStatus | null;
  readonly reasonCode: string;
  readonly auditEventId: string;
}

/** The changes of a plane's health, newest first, as far as the trail goes back. */
export interface HealthHistory {
  readonly schemaVersion: '1.0';
  readonly dataPlaneId: string;
  readonly items: readonly HealthTransition[];
  /** Whether there are earlier ones. */
  readonly more: boolean;
}

export interface HealthHistoryInput extends DataPlaneRef {
  readonly limit: number;
}

/** Reads when a data plane's readiness changed, from the trail (docs/spec/data-planes.md#health-history). */
export const makeReadHealthHistory =
  ({
    records,
    auditTrail,
  }: Pick<Ports, 'records' | 'auditTrail'>): UseCase<HealthHistoryInput, HealthHistory> =>
  async (context, { limit, ...ref }) => {
    const loaded = await loadRecord(records, context, planeAccess(ref, 'data_plane.read'));
    if (!loaded.ok) return loaded;
    const { scope, dataPlaneId } = ref;
    const { items, more } = await auditTrail.page(scope.tenantId, {
      filter: {
        resourceType: 'data_plane',
        resourceId: dataPlaneId,
        environmentId: scope.environmentId,
        eventType: 'data_plane.health_changed',
      },
      direction: 'desc',
      limit,
    });
    return ok({ schemaVersion: '1.0', dataPlaneId, items: items.map(transitionOf), more });
  };

const transitionOf = (event: SealedAuditEvent): HealthTransition => ({
  occurredAt: event.occurredAt,
  fromStatus: (event.fromState ?? null) as DataPlaneStatus | null,
  toStatus: (event.toState ?? null) as DataPlaneStatus | null,
  reasonCode: event.reasonCode,
  auditEventId: event.auditEventId,
});
