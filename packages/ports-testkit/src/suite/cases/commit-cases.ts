import type { Change, GovernanceStore } from '@govgate/ports';
import {
  anEvent,
  anOutboxEntry,
  aRevocation,
  commit,
  put,
  putItem,
  removal,
  type StoreCase,
  storeCase,
  write,
  writeItems,
} from '../bench.js';
import { expectEqual } from '../expect.js';
import { credentialKind, ELSEWHERE, FOREIGN, HOME, item, itemKind } from '../suite-kinds.js';

const taken = (id: string, unique: string) => ({
  committed: false,
  conflict: { because: 'unique', kind: 'suite_item', id, unique },
});

const active = (id: string, given = {}) => item(id, { status: 'active', ...given });

/** Everything that a batch may write, read back. */
const everything = async (store: GovernanceStore) => ({
  records: (await store.records.page(itemKind, HOME, { limit: 50 })).items,
  head: await store.auditTrail.head(HOME.tenantId),
  events: (await store.auditTrail.page(HOME.tenantId, { filter: {}, direction: 'asc', limit: 50 }))
    .totalCount,
  revocations: await store.revocations.after(HOME, 0, 50),
  outbox: await store.outbox.pending(50),
  revisions: await store.revisions.revisions(HOME.tenantId),
});

const countCommitted = (outcomes: readonly { readonly committed: boolean }[]): number =>
  outcomes.filter(({ committed }) => committed).length;

/** Commits at the same time, each with its own change. */
const race = (store: GovernanceStore, changes: readonly Change[]) =>
  Promise.all(changes.map((change) => commit(store, [change])));

/** Atomicity, unique rules and races. */
export const commitCases: readonly StoreCase[] = [
  storeCase(
    'commit/together',
    'records, events, revocations and outbox entries come together',
    async ({ store }) => {
      const event = anEvent();
      const outcome = await write(store, [putItem(item('a'))], {
        audit: [event],
        revocations: [aRevocation('r1')],
        outbox: [anOutboxEntry('j1')],
      });
      const sealed = outcome.audit[0];
      expectEqual(outcome.audit, [{ ...event, sequence: 1, prevHash: null, hash: sealed?.hash }]);
      expectEqual(outcome.revocations, [{ ...aRevocation('r1'), sequence: 1 }]);
      const found = await everything(store);
      expectEqual([found.records.length, found.events, found.outbox], [1, 1, [anOutboxEntry('j1')]]);
      expectEqual(found.revocations, outcome.revocations);
    },
  ),
  storeCase('commit/nothing-on-conflict', 'a conflict writes nothing of the batch', async ({ store }) => {
    await write(store, [putItem(item('z', { code: 'taken' }))]);
    const before = await everything(store);
    const rest = { revocations: [aRevocation('r')], outbox: [anOutboxEntry('j')] };
    const conflicting = [putItem(item('z')), putItem(item('y'), 7), putItem(item('y', { code: 'taken' }))];
    for (const change of conflicting) {
      const outcome = await commit(store, [putItem(item('a')), change, putItem(item('b'))], rest);
      expectEqual(outcome.committed, false);
      expectEqual(await everything(store), before);
    }
  }),
  storeCase('commit/audit-only', 'a batch without changes is written too', async ({ store }) => {
    await write(store, []);
    expectEqual((await store.auditTrail.head(HOME.tenantId)).sequence, 1);
  }),
  storeCase('commit/unique', 'at most one record of a scope has a unique value', async ({ store }) => {
    await writeItems(store, [active('a')]);
    expectEqual(await commit(store, [putItem(active('b'))]), taken('b', 'oneActive'));
    await writeItems(store, [item('c', { code: 'k' })]);
    expectEqual(await commit(store, [putItem(item('d', { code: 'k' }))]), taken('d', 'code'));
    expectEqual(await store.records.count(itemKind, HOME), 2);
  }),
  storeCase('commit/unique-null', 'null takes no part in a unique rule', async ({ store }) => {
    await writeItems(store, [item('a', { code: null }), item('b', { code: null }), item('c', { code: '' })]);
    expectEqual(await store.records.count(itemKind, HOME), 3);
  }),
  storeCase('commit/unique-scope', 'a unique rule holds within a scope', async ({ store }) => {
    await writeItems(store, [active('a'), active('b', ELSEWHERE), active('c', FOREIGN)]);
    const credential = (credentialId: string, tenantId: string) =>
      put(credentialKind, { credentialId, tenantId, digest: 'same' });
    await write(store, [credential('c1', 'tenant_a')]);
    const outcome = await commit(store, [credential('c2', 'tenant_b')]);
    expectEqual(outcome.committed, false);
  }),
  storeCase('commit/unique-own', 'a record does not conflict with itself', async ({ store }) => {
    await writeItems(store, [active('a', { code: 'k' })]);
    await write(store, [putItem(active('a', { code: 'k', rank: 1 }), 1)]);
    expectEqual((await store.records.get(itemKind, HOME, 'a'))?.version, 2);
  }),
  storeCase('commit/unique-freed', 'a released or removed value is free again', async ({ store }) => {
    await writeItems(store, [active('a', { code: 'k' })]);
    await write(store, [putItem(item('a', { code: null }), 1)]);
    await writeItems(store, [active('b', { code: 'k' })]);
    await write(store, [removal(itemKind, HOME, 'b', 1)]);
    await writeItems(store, [active('c', { code: 'k' })]);
  }),
  storeCase(
    'commit/unique-handed-over',
    'unique rules apply to the outcome of a batch, not its order',
    async ({ store }) => {
      await writeItems(store, [active('a', { code: '1' }), item('b', { code: '2' })]);
      await write(store, [putItem(active('b', { code: '1' }), 1), putItem(item('a', { code: '2' }), 1)]);
      await write(store, [putItem(active('a', { code: '1' }), 2), putItem(item('b', { code: '2' }), 2)]);
      await write(store, [putItem(active('c', { code: '1' })), removal(itemKind, HOME, 'a', 3)]);
      const found = await store.records.page(itemKind, HOME, {
        where: { is: { status: 'active' } },
        limit: 5,
      });
      expectEqual(found.items, [{ record: active('c', { code: '1' }), version: 1 }]);
      expectEqual((await commit(store, [putItem(item('d', { code: '2' }))])).committed, false);
    },
  ),
  storeCase(
    'commit/unique-in-batch',
    'two records of one batch cannot share a unique value',
    async ({ store }) => {
      const outcome = await commit(store, [putItem(active('a')), putItem(active('b'))]);
      expectEqual(!outcome.committed && outcome.conflict.because, 'unique');
      expectEqual(await store.records.count(itemKind, HOME), 0);
    },
  ),
  storeCase(
    'commit/race-version',
    'of racing writes over one version exactly one wins',
    async ({ store }) => {
      await writeItems(store, [item('a')]);
      const changes = Array.from({ length: 12 }, (_, rank) => putItem(item('a', { rank }), 1));
      const outcomes = await race(store, changes);
      expectEqual(countCommitted(outcomes), 1);
      const winner = outcomes.findIndex(({ committed }) => committed);
      const kept = await store.records.get(itemKind, HOME, 'a');
      expectEqual(kept, { record: item('a', { rank: winner }), version: 2 });
      for (const outcome of outcomes)
        if (!outcome.committed) expectEqual(outcome.conflict.because, 'version');
    },
  ),
  storeCase('commit/race-create', 'of racing creations of one id exactly one wins', async ({ store }) => {
    const changes = Array.from({ length: 8 }, (_, rank) => putItem(item('a', { rank })));
    expectEqual(countCommitted(await race(store, changes)), 1);
  }),
  storeCase('commit/race-unique', 'a unique rule holds under a race', async ({ store }) => {
    const changes = Array.from({ length: 12 }, (_, i) => putItem(active(`i${i}`)));
    expectEqual(countCommitted(await race(store, changes)), 1);
    expectEqual(await store.records.count(itemKind, HOME, { is: { status: 'active' } }), 1);
  }),
  storeCase('commit/race-neighbours', 'racing writes of different records all win', async ({ store }) => {
    const changes = Array.from({ length: 20 }, (_, i) => putItem(item(`i${i}`)));
    expectEqual(countCommitted(await race(store, changes)), 20);
    expectEqual(await store.records.count(itemKind, HOME), 20);
  }),
];
