import type { GovernanceStore, KeptSubtree } from '@govgate/ports';
import { SEALED_BLOCK } from '@govgate/ports';
import { anEvent, handleCase, type StoreCase, storeCase, write, writeEvents } from '../bench.js';
import { expectEqual } from '../expect.js';
import { HOME } from '../suite-kinds.js';

const TENANT = HOME.tenantId;
const OTHER = 'tenant_b';

const subtree = (place: number): KeptSubtree => ({
  level: 8,
  place,
  hash: `8/${place}`,
  latest: '2026-01-01T00:00:00.000Z',
});

/** A trail of this many events, with the subtrees of its complete blocks. */
const trailOf = async (store: GovernanceStore, count: number, tenantId = TENANT): Promise<string[]> => {
  const events = Array.from({ length: count }, () => anEvent({ tenantId }));
  const audit = await writeEvents(store, events);
  const places = Array.from({ length: Math.floor(count / SEALED_BLOCK) }, (_, place) => subtree(place));
  await store.auditTrail.addCheckpoint({ tenantId, size: count, keyId: 'aaaaaaaa', note: 'n' }, places);
  return audit.map(({ hash }) => hash);
};

const storedSequences = async (
  store: GovernanceStore,
  tenantId = TENANT,
  after?: number,
): Promise<number[]> => {
  const sequences: number[] = [];
  for await (const batch of store.auditTrail.stored(tenantId, after))
    sequences.push(...batch.map(({ sequence }) => sequence));
  return sequences;
};

const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Every hash of a trail, requested block by block. */
const allHashes = async (store: GovernanceStore, last: number): Promise<string[]> => {
  const hashes: string[] = [];
  for (let first = 1; first <= last; first += SEALED_BLOCK)
    hashes.push(...(await store.auditTrail.hashes(TENANT, first, Math.min(SEALED_BLOCK, last + 1 - first))));
  return hashes;
};

/** Events that leave when their time is over, and what stays of them. */
export const sealingCases: readonly StoreCase[] = [
  handleCase(
    'seal/exactly',
    "exactly a block's events leave, and every other read continues with what remains",
    async (first, second) => {
      await trailOf(first, 600);
      await trailOf(first, 300, OTHER);
      expectEqual(await second.auditTrail.firstSequence(TENANT), 1);
      expectEqual(await first.auditTrail.seal(TENANT, 0), true);
      expectEqual(await second.auditTrail.firstSequence(TENANT), 257);
      expectEqual(await storedSequences(second), from(257, 600));
      expectEqual(await storedSequences(second, TENANT, 0), from(257, 600));
      expectEqual(await storedSequences(second, TENANT, 590), from(591, 600));
      expectEqual((await second.auditTrail.head(TENANT)).sequence, 600);
      const query = { filter: {}, direction: 'asc', limit: 2 } as const;
      const { items, totalCount, more } = await second.auditTrail.page(TENANT, query);
      expectEqual([items.map(({ sequence }) => sequence), totalCount, more], [[257, 258], 344, true]);
      expectEqual(await storedSequences(second, OTHER), from(1, 300));
      expectEqual(await first.auditTrail.firstSequence('tenant_without'), undefined);
    },
  ),
  storeCase('seal/hashes', 'the hash of every sealed event is still returned', async ({ store }) => {
    const hashes = await trailOf(store, 600);
    await store.auditTrail.seal(TENANT, 0);
    await store.auditTrail.seal(TENANT, 1);
    expectEqual(await allHashes(store, 600), hashes);
    expectEqual(await store.auditTrail.hashes(TENANT, 256, 1), hashes.slice(255, 256));
    expectEqual(await store.auditTrail.hashes(TENANT, 300, 3), hashes.slice(299, 302));
    expectEqual(await store.auditTrail.hashes(TENANT, 601, 5), []);
    expectEqual(await store.auditTrail.subtrees(TENANT, 8, 0, 9), [subtree(0), subtree(1)]);
  }),
  storeCase(
    'seal/once',
    'a block is sealed once, completely, and only where its subtree is kept',
    async ({ store }) => {
      await trailOf(store, 600);
      await write(store, [], { audit: [anEvent({ tenantId: OTHER })] });
      const both = await Promise.all([store.auditTrail.seal(TENANT, 0), store.auditTrail.seal(TENANT, 0)]);
      expectEqual(both.filter(Boolean).length, 1);
      expectEqual(await store.auditTrail.seal(TENANT, 0), false);
      expectEqual(await store.auditTrail.seal(TENANT, 2), false);
      expectEqual(await store.auditTrail.seal(OTHER, 0), false);
      expectEqual(await storedSequences(store), from(257, 600));
      expectEqual(await storedSequences(store, OTHER), [1]);
    },
  ),
  storeCase('seal/goes-on', 'the chain continues after sealed events', async ({ store }) => {
    await trailOf(store, 256);
    await store.auditTrail.seal(TENANT, 0);
    expectEqual(await storedSequences(store), []);
    expectEqual(await store.auditTrail.firstSequence(TENANT), undefined);
    const query = { filter: {}, direction: 'asc', limit: 2, afterSequence: 256 } as const;
    expectEqual(await store.auditTrail.page(TENANT, query), {
      items: [],
      totalCount: 0,
      totalIsAtLeast: false,
      more: false,
    });
    const { audit } = await write(store, [], { audit: [anEvent()] });
    expectEqual(audit[0]?.sequence, 257);
    expectEqual(audit[0]?.prevHash, (await store.auditTrail.hashes(TENANT, 256, 1))[0]);
    expectEqual(await storedSequences(store), [257]);
  }),
];
