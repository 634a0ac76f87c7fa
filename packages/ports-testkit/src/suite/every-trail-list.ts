import { readAuditText, type SealedAuditEvent } from '@govgate/domain';
import type { AuditFilter, AuditPageQuery, GovernanceStore } from '@govgate/ports';
import { isRequest, pageOfEvents } from '../memory/trail-lists.js';
import { expectEqual } from './expect.js';

const LIMIT = 7;

/**
 * Asks a store for lists of a trail by each of some filters, from either end and from the middle on, and compares items and totals with the
 * stored events themselves, one by one. Tells how many events all the filters have.
 */
export const everyTrailListIsRight = async (
  store: GovernanceStore,
  tenantId: string,
  filters: readonly AuditFilter[],
): Promise<number> => {
  const events: SealedAuditEvent[] = [];
  for await (const batch of store.auditTrail.stored(tenantId))
    events.push(...batch.map(({ text, hash }) => readAuditText(text, hash)));
  let found = 0;
  for (const filter of filters) {
    const wanted = events.filter((event) => isRequest(filter, event));
    for (const query of queriesOf(filter, wanted)) {
      const page = await store.auditTrail.page(tenantId, query);
      expectEqual(summaryOf(page), summaryOf(pageOfEvents(events, query)), JSON.stringify(query));
    }
    found += wanted.length;
  }
  return found;
};

const summaryOf = ({
  items,
  totalCount,
  totalIsAtLeast,
  more,
}: Awaited<ReturnType<GovernanceStore['auditTrail']['page']>>) => ({
  items: items.map(({ sequence, auditEventId }) => [sequence, auditEventId]),
  totalCount,
  totalIsAtLeast,
  more,
});

const queriesOf = (filter: AuditFilter, wanted: readonly SealedAuditEvent[]): readonly AuditPageQuery[] => {
  const middle = wanted[wanted.length >> 1]?.sequence ?? 1;
  const up = { filter, direction: 'asc', limit: LIMIT } as const;
  const down = { ...up, direction: 'desc' } as const;
  return [up, down, { ...(middle % 2 === 0 ? up : down), afterSequence: middle + (wanted.length % 2) }];
};
