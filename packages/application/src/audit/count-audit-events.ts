import { type HistogramInterval, type Instant, type OutcomeCounts, ok, refuse } from '@govgate/domain';
import { bucketStarts } from '@govgate/domain/internal';
import type { HistogramQuery } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { mayReadTrail } from './list-audit-events.js';

export interface CountAuditEventsInput extends HistogramQuery {
  readonly tenantId: string;
}

/** Events by time; `start` is where a bucket begins in UTC. */
export interface AuditHistogram {
  readonly schemaVersion: '1.0';
  readonly interval: HistogramInterval;
  readonly from: Instant;
  readonly to: Instant;
  /** Every bucket of the range, also those without events. */
  readonly buckets: readonly (OutcomeCounts & { readonly start: Instant })[];
}

const NONE: OutcomeCounts = { success: 0, denied: 0, failure: 0 };

/** Counts the audit events of a tenant by minute, hour or day (docs/spec/audit.md). */
export const makeCountAuditEvents =
  (deps: Pick<Ports, 'auditTrail'>): UseCase<CountAuditEventsInput, AuditHistogram> =>
  async (context, { tenantId, filter, interval }) => {
    const allowed = mayReadTrail(context, tenantId, 'audit.read');
    if (!allowed.ok) return allowed;
    const { from, to } = filter;
    if (to <= from) return refuse('invalid_request', 'to');
    const starts = bucketStarts(from, to, interval);
    if (starts === undefined) return refuse('limit_exceeded', 'interval');
    const counts = await deps.auditTrail.countByTime(tenantId, { filter, interval });
    const buckets = starts.map((start) => ({ start, ...(counts.get(start) ?? NONE) }));
    return ok({ schemaVersion: '1.0', interval, from, to, buckets });
  };
