import type { AuditCheckpoint } from '@govgate/domain';
import type { CheckpointQuery, GovernanceStore, KeptLevel, KeptSubtree } from '@govgate/ports';
import { anEvent, handleCase, type StoreCase, storeCase, write } from '../bench.js';
import { expectEqual } from '../expect.js';
import { HOME } from '../suite-kinds.js';

const TENANT = HOME.tenantId;
const OTHER = 'tenant_b';

const checkpoint = (size: number, given: Partial<AuditCheckpoint> = {}): AuditCheckpoint => ({
  tenantId: TENANT,
  size,
  keyId: 'aaaaaaaa',
  note: `note of ${size}\n\n\u2014 signature\n`,
  ...given,
});

const instant = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

const subtree = (level: KeptLevel, place: number, hash = `${level}/${place}`): KeptSubtree => ({
  level,
  place,
  hash,
  latest: instant(place * 2 ** (level - 8)),
});

const sizesOf = async (store: GovernanceStore, query: CheckpointQuery): Promise<string[]> =>
  (await store.auditTrail.checkpoints(TENANT, query)).map(({ size, keyId }) => `${size} ${keyId[0]}`);

/** What is kept next to the chain. */
export const checkpointCases: readonly StoreCase[] = [
  handleCase(
    'checkpoint/kept',
    'a checkpoint is returned as it was kept, on every handle, and only of its tenant',
    async (first, second) => {
      const kept = [checkpoint(3), checkpoint(7, { note: 'with "quotes" and \u2014\n' })];
      for (const one of kept) await first.auditTrail.addCheckpoint(one, []);
      await first.auditTrail.addCheckpoint(checkpoint(5, { tenantId: OTHER }), []);
      expectEqual(await second.auditTrail.checkpoints(TENANT, { direction: 'asc', limit: 10 }), kept);
      expectEqual((await second.auditTrail.head(TENANT)).sequence, 0);
    },
  ),
  storeCase(
    'checkpoint/order',
    'checkpoints come by size, then by key, either way, page by page',
    async ({ store }) => {
      for (const [size, keyId] of [
        [9, 'aaaaaaaa'],
        [10, 'bbbbbbbb'],
        [10, 'aaaaaaaa'],
        [2, 'aaaaaaaa'],
      ] as const)
        await store.auditTrail.addCheckpoint(checkpoint(size, { keyId }), []);
      expectEqual(await store.auditTrail.countCheckpoints(TENANT), 4);
      expectEqual(await store.auditTrail.countCheckpoints(OTHER), 0);
      expectEqual(await sizesOf(store, { direction: 'asc', limit: 9 }), ['2 a', '9 a', '10 a', '10 b']);
      expectEqual(await sizesOf(store, { direction: 'desc', limit: 2 }), ['10 b', '10 a']);
      const after = { size: 10, keyId: 'aaaaaaaa' };
      expectEqual(await sizesOf(store, { direction: 'desc', after, limit: 9 }), ['9 a', '2 a']);
      expectEqual(await sizesOf(store, { direction: 'asc', after, limit: 9 }), ['10 b']);
      expectEqual(await sizesOf(store, { direction: 'asc', after: { size: 10, keyId: '' }, limit: 1 }), [
        '10 a',
      ]);
    },
  ),
  storeCase(
    'checkpoint/once',
    'a size is kept once for each key, whoever comes first, and subtrees are written again',
    async ({ store }) => {
      await store.auditTrail.addCheckpoint(checkpoint(300), [subtree(8, 0, 'wrong')]);
      await store.auditTrail.addCheckpoint(checkpoint(300, { note: 'another' }), [subtree(8, 0)]);
      await Promise.all(
        [1, 2, 3].map(() => store.auditTrail.addCheckpoint(checkpoint(301), [subtree(8, 0)])),
      );
      expectEqual(await store.auditTrail.checkpoints(TENANT, { direction: 'asc', limit: 9 }), [
        checkpoint(300),
        checkpoint(301),
      ]);
      expectEqual(await store.auditTrail.subtrees(TENANT, 8, 0, 256), [subtree(8, 0)]);
    },
  ),
  storeCase(
    'checkpoint/subtrees',
    'kept subtrees are returned by level and position, and found by time',
    async ({ store }) => {
      const level8 = Array.from({ length: 300 }, (_, place) => subtree(8, place));
      await store.auditTrail.addCheckpoint(checkpoint(76_800), [...level8, subtree(16, 0), subtree(24, 0)]);
      await store.auditTrail.addCheckpoint(checkpoint(256, { tenantId: OTHER }), [subtree(8, 0, 'foreign')]);
      const trail = store.auditTrail;
      expectEqual(await trail.subtrees(TENANT, 8, 0, 256), level8.slice(0, 256));
      expectEqual(await trail.subtrees(TENANT, 8, 298, 256), level8.slice(298));
      expectEqual(await trail.subtrees(TENANT, 8, 300, 1), []);
      expectEqual(await trail.subtrees(TENANT, 16, 0, 9), [subtree(16, 0)]);
      expectEqual(await trail.subtreeAt(TENANT, instant(17)), subtree(8, 17));
      expectEqual(await trail.subtreeAt(TENANT, '2020-01-01T00:00:00.000Z'), subtree(8, 0));
      expectEqual(await trail.subtreeAt(TENANT, instant(300)), undefined);
      expectEqual(await trail.subtreeAt('tenant_without', instant(0)), undefined);
    },
  ),
  storeCase(
    'checkpoint/tenants',
    'a tenant is listed while anything remains of its trail',
    async ({ store }) => {
      await write(store, [], { audit: [anEvent({ tenantId: OTHER })] });
      await store.auditTrail.addCheckpoint(checkpoint(3), []);
      expectEqual(await store.auditTrail.tenants(), [TENANT, OTHER].sort());
    },
  ),
];
