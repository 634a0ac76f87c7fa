import {
  AUDIT_OUTCOMES,
  BUCKET_PREFIX,
  type CountedEvents,
  countsByBucket,
  type Instant,
  type OutcomeCounts,
} from '@govgate/domain';
import { type HistogramQuery, histogramPath } from '@govgate/ports';
import type { Collections } from '../kinds/collections.js';
import { EVENT } from '../kinds/documents.js';
import { BY_OUTCOME_AND_TIME, TRAIL_KEYS } from '../kinds/trail-keys.js';
import { auditFilterOf } from './audit-document.js';
import { ONE_READ, type Reader } from './reader.js';

interface Counted {
  readonly _id: { readonly bucket: string; readonly outcome: string };
  readonly events: number;
}

/** The events of a filter by the start of their bucket. */
export const histogramOf = (
  { collections, reader }: { readonly collections: Collections; readonly reader: Reader },
  tenantId: string,
  { filter, interval }: HistogramQuery,
): Promise<ReadonlyMap<Instant, OutcomeCounts>> =>
  reader.read(async () => {
    const path = histogramPath(filter);
    const bucket = { $substrBytes: [`$${EVENT.occurredAt}`, 0, BUCKET_PREFIX[interval]] };
    const counted = await collections.audit
      .aggregate<Counted>(
        [
          { $match: { [EVENT.outcome]: { $in: [...AUDIT_OUTCOMES] }, ...auditFilterOf(tenantId, filter) } },
          { $group: { _id: { bucket, outcome: `$${EVENT.outcome}` }, events: { $sum: 1 } } },
        ],
        { ...ONE_READ, hint: path === undefined ? BY_OUTCOME_AND_TIME : TRAIL_KEYS[path] },
      )
      .toArray();
    return countsByBucket(
      counted.map(({ _id, events }): CountedEvents => [_id.bucket, _id.outcome, events]),
      interval,
    );
  });
