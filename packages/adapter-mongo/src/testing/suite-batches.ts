import type { CommitBatch, GovernanceStore } from '@govgate/ports';
import { anEvent, HOME, item, itemKind, putItem, verifyChain } from '@govgate/ports-testkit';

/** A commit that writes one item and one event. */
export const itemBatch = (
  id: string,
  given: Parameters<typeof item>[1] = {},
  expectedVersion: number | null | 'any' = null,
  eventId?: string,
): CommitBatch => ({
  changes: [putItem(item(id, given), expectedVersion)],
  audit: [anEvent(eventId === undefined ? {} : { auditEventId: eventId })],
});

/** The progress of records, trail and revision, and whether the chain is intact. */
export const reached = async (store: GovernanceStore) => {
  const { valid, events } = await verifyChain(store, HOME.tenantId);
  const { items } = await store.records.page(itemKind, HOME, { limit: 200 });
  return { valid, events, writes: items.reduce((sum, { version }) => sum + version, 0) };
};

/** The outcome of a promise, as data. */
export const told = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: Error & { port?: string }) => `${error.name} ${error.port ?? ''}`.trim(),
  );
