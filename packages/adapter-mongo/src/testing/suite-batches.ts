import { ChainVerifier, EMPTY_CHAIN } from '@govgate/domain';
import type { CommitBatch, GovernanceStore } from '@govgate/ports';
import { anEvent, HOME, item, itemKind, putItem } from '@govgate/ports-testkit';

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

/** How far records, trail and revision have come, and whether the chain holds. */
export const reached = async (store: GovernanceStore) => {
  const verifier = new ChainVerifier(HOME.tenantId, EMPTY_CHAIN);
  for await (const link of store.auditTrail.links(HOME.tenantId, 1)) if (!verifier.add(link)) break;
  const { valid, events } = verifier.report();
  const { items } = await store.records.page(itemKind, HOME, { limit: 200 });
  return { valid, events, writes: items.reduce((sum, { version }) => sum + version, 0) };
};

/** What a promise came to, as data. */
export const told = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: Error & { port?: string }) => `${error.name} ${error.port ?? ''}`.trim(),
  );
