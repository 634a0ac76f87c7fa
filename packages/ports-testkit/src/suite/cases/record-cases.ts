import type { Stored } from '@govgate/ports';
import { commit, put, putItem, removal, type StoreCase, storeCase, write, writeItems } from '../bench.js';
import { expectEqual } from '../expect.js';
import {
  credentialKind,
  ELSEWHERE,
  FOREIGN,
  HOME,
  type Item,
  item,
  itemKind,
  suiteKinds,
  teamKind,
} from '../suite-kinds.js';

const ids = (stored: readonly Stored<Item>[]): string[] => stored.map(({ record }) => record.itemId).sort();

const meddle = (stored: Stored<Item> | undefined): void => {
  (stored?.record.detail.notes as string[] | undefined)?.push('meddled');
};

/** Versions, presence and copies of single records. */
export const recordCases: readonly StoreCase[] = [
  storeCase('record/absent', 'a record that was never written is undefined', async ({ store }) => {
    expectEqual(await store.records.get(itemKind, HOME, 'nothing'), undefined);
  }),
  storeCase('record/round-trip', 'a record is read as it was written', async ({ store }) => {
    const written = item('a', {
      name: 'Zoë "quoted" \\ \u2028 \u{1F600} \u0001',
      detail: { notes: ['', '[]', '{"a":1}', 'ü'] },
      rank: 2 ** 40,
    });
    await write(store, [putItem(written)]);
    expectEqual(await store.records.get(itemKind, HOME, 'a'), { record: written, version: 1 });
  }),
  storeCase(
    'record/holder',
    'the record that has a value under a unique rule is found within its scope',
    async ({ store }) => {
      const holder = (scope = HOME, value = 'k') => store.records.holder(itemKind, scope, 'code', value);
      const written = item('a', { code: 'k' });
      await write(store, [putItem(written), putItem(item('b', { status: 'k' }))]);
      expectEqual(await holder(), { record: written, version: 1 });
      expectEqual(
        [await holder(HOME, 'other'), await holder(ELSEWHERE), await holder(FOREIGN)],
        [undefined, undefined, undefined],
      );
      await write(store, [putItem(item('a'), 1), putItem(item('c', { code: 'k' }))]);
      expectEqual((await holder())?.record.itemId, 'c');
    },
  ),
  storeCase(
    'record/every-scoping',
    'records live in environments, tenants and the installation',
    async ({ store }) => {
      const team = { teamId: 't', tenantId: 'tenant_a', members: ['u'] };
      const credential = { credentialId: 'c', tenantId: 'tenant_a', digest: 'd' };
      await write(store, [put(teamKind, team), put(credentialKind, credential)]);
      expectEqual(await store.records.get(teamKind, { tenantId: 'tenant_a' }, 't'), {
        record: team,
        version: 1,
      });
      expectEqual(await store.records.get(teamKind, { tenantId: 'tenant_b' }, 't'), undefined);
      expectEqual((await store.records.get(credentialKind, { installation: true }, 'c'))?.record, credential);
    },
  ),
  storeCase(
    'record/versions-count-writes',
    'the version counts the writes of a record from 1',
    async ({ store }) => {
      await write(store, [putItem(item('a'))]);
      await write(store, [putItem(item('a', { rank: 1 }), 1)]);
      await write(store, [putItem(item('a', { rank: 2 }), 'any')]);
      expectEqual(await store.records.get(itemKind, HOME, 'a'), {
        record: item('a', { rank: 2 }),
        version: 3,
      });
    },
  ),
  storeCase('record/any-creates', "expectedVersion 'any' also creates", async ({ store }) => {
    await write(store, [putItem(item('a'), 'any')]);
    expectEqual((await store.records.get(itemKind, HOME, 'a'))?.version, 1);
  }),
  storeCase('record/exists', 'creating what exists is a conflict of that name', async ({ store }) => {
    await write(store, [putItem(item('a'))]);
    const outcome = await commit(store, [putItem(item('a', { rank: 9 }))]);
    expectEqual(outcome, { committed: false, conflict: { because: 'exists', kind: 'suite_item', id: 'a' } });
    expectEqual((await store.records.get(itemKind, HOME, 'a'))?.record.rank, 0);
  }),
  storeCase(
    'record/exists-first',
    'what exists is reported as such, even when its values are unique',
    async ({ store }) => {
      await write(store, [putItem(item('a', { code: 'k' }))]);
      const outcome = await commit(store, [putItem(item('a', { code: 'k' }))]);
      expectEqual(outcome, {
        committed: false,
        conflict: { because: 'exists', kind: 'suite_item', id: 'a' },
      });
    },
  ),
  storeCase('record/version-changed', 'writing over another version is a conflict', async ({ store }) => {
    await write(store, [putItem(item('a'))]);
    await write(store, [putItem(item('a', { rank: 1 }), 1)]);
    const outcome = await commit(store, [putItem(item('a', { rank: 9 }), 1)]);
    expectEqual(outcome, { committed: false, conflict: { because: 'version', kind: 'suite_item', id: 'a' } });
    expectEqual(await store.records.get(itemKind, HOME, 'a'), { record: item('a', { rank: 1 }), version: 2 });
  }),
  storeCase(
    'record/version-removed',
    'writing over a removed record is a version conflict',
    async ({ store }) => {
      await write(store, [putItem(item('a'))]);
      await write(store, [removal(itemKind, HOME, 'a', 1)]);
      const outcome = await commit(store, [putItem(item('a'), 1)]);
      expectEqual(outcome, {
        committed: false,
        conflict: { because: 'version', kind: 'suite_item', id: 'a' },
      });
      expectEqual(await store.records.get(itemKind, HOME, 'a'), undefined);
    },
  ),
  storeCase('record/remove', 'a removed record is absent everywhere', async ({ store }) => {
    await writeItems(store, [item('a', { tags: ['x'] }), item('b')]);
    await write(store, [removal(itemKind, HOME, 'a', 1)]);
    expectEqual(await store.records.get(itemKind, HOME, 'a'), undefined);
    expectEqual(ids(await store.records.getMany(itemKind, HOME, ['a', 'b'])), ['b']);
    expectEqual(await store.records.count(itemKind, HOME), 1);
    expectEqual(await store.records.count(itemKind, HOME, { has: { tag: 'x' } }), 0);
  }),
  storeCase('record/remove-version', 'removing another version is a conflict', async ({ store }) => {
    await write(store, [putItem(item('a'))]);
    const outcome = await commit(store, [removal(itemKind, HOME, 'a', 2)]);
    expectEqual(outcome, { committed: false, conflict: { because: 'version', kind: 'suite_item', id: 'a' } });
    expectEqual((await store.records.get(itemKind, HOME, 'a'))?.version, 1);
  }),
  storeCase(
    'record/remove-absent',
    "removing 'any' version of an absent record does nothing",
    async ({ store }) => {
      await write(store, [removal(itemKind, HOME, 'nothing')]);
      expectEqual(await store.records.count(itemKind, HOME), 0);
    },
  ),
  storeCase('record/created-again', 'a re-created record counts from 1', async ({ store }) => {
    await write(store, [putItem(item('a'))]);
    await write(store, [putItem(item('a'), 1)]);
    await write(store, [removal(itemKind, HOME, 'a', 2)]);
    await write(store, [putItem(item('a', { rank: 7 }))]);
    expectEqual(await store.records.get(itemKind, HOME, 'a'), { record: item('a', { rank: 7 }), version: 1 });
  }),
  storeCase('record/case-sensitive', 'ids that differ only in case are different ids', async ({ store }) => {
    await writeItems(store, [item('abc', { rank: 1 }), item('ABC', { rank: 2 })]);
    expectEqual((await store.records.get(itemKind, HOME, 'abc'))?.record.rank, 1);
    expectEqual((await store.records.get(itemKind, HOME, 'ABC'))?.record.rank, 2);
    expectEqual(await store.records.get(itemKind, HOME, 'Abc'), undefined);
    expectEqual(await store.records.getMany(itemKind, HOME, ['aBC']), []);
  }),
  storeCase(
    'record/case-sensitive-values',
    'values that differ only in case are different values',
    async ({ store }) => {
      await writeItems(store, [
        item('a', { ownerTeam: 'Ops', tags: ['T'], code: 'X' }),
        item('b', { code: 'x' }),
      ]);
      expectEqual(await store.records.count(itemKind, HOME, { is: { ownerTeam: 'ops' } }), 0);
      expectEqual(await store.records.count(itemKind, HOME, { has: { tag: 't' } }), 0);
      const covered = { attribute: 'ownerTeam', values: ['OPS'], ids: ['A'] } as const;
      expectEqual(await store.records.count(itemKind, HOME, { covered }), 0);
    },
  ),
  storeCase(
    'record/get-many',
    'several by id; absent ones are left out and none appears twice',
    async ({ store }) => {
      await writeItems(store, [item('a'), item('b'), item('c')]);
      expectEqual(ids(await store.records.getMany(itemKind, HOME, ['c', 'nothing', 'a', 'a'])), ['a', 'c']);
      expectEqual(await store.records.getMany(itemKind, HOME, []), []);
    },
  ),
  storeCase('record/own-copy-read', 'what is returned is the caller’s own copy', async ({ store }) => {
    await write(store, [putItem(item('a', { detail: { notes: ['kept'] } }))]);
    const first = await store.records.get(itemKind, HOME, 'a');
    meddle(first);
    const page = await store.records.page(itemKind, HOME, { limit: 1 });
    meddle(page.items[0]);
    const [many] = await store.records.getMany(itemKind, HOME, ['a']);
    meddle(many);
    expectEqual((await store.records.get(itemKind, HOME, 'a'))?.record.detail.notes, ['kept']);
  }),
  storeCase(
    'record/own-copy-written',
    'modifying a record object after its commit changes nothing',
    async ({ store }) => {
      const written = item('a', { detail: { notes: ['kept'] }, tags: ['x'] });
      await write(store, [putItem(written)]);
      (written.detail.notes as string[]).push('meddled');
      (written.tags as string[]).push('y');
      expectEqual((await store.records.get(itemKind, HOME, 'a'))?.record.detail.notes, ['kept']);
      expectEqual(await store.records.count(itemKind, HOME, { has: { tag: 'y' } }), 0);
    },
  ),
  storeCase('record/all', 'all records over all scopes, by tenant, environment and id', async ({ store }) => {
    await writeItems(store, [
      item('b', FOREIGN),
      item('a', ELSEWHERE),
      item('b'),
      item('B'),
      item('c', FOREIGN),
    ]);
    const found: string[] = [];
    for await (const { record } of store.records.all(itemKind))
      found.push(`${record.tenantId} ${record.environmentId} ${record.itemId}`);
    expectEqual(found, [
      'tenant_a production B',
      'tenant_a production b',
      'tenant_a staging a',
      'tenant_b production b',
      'tenant_b production c',
    ]);
  }),
  storeCase('record/all-many', 'all records come once each, however many there are', async ({ store }) => {
    const many = Array.from({ length: 1203 }, (_, i) => item(`i${String(i).padStart(5, '0')}`));
    await writeItems(store, many);
    const found: string[] = [];
    for await (const { record } of store.records.all(itemKind)) found.push(record.itemId);
    expectEqual(
      found,
      many.map(({ itemId }) => itemId),
    );
  }),
  storeCase('record/empty-kinds', 'a store without records answers every read', async ({ store }) => {
    for (const kind of suiteKinds) {
      const scope = kind.scoping === 'installation' ? ({ installation: true } as const) : HOME;
      expectEqual(await store.records.page(kind, scope, { limit: 5 }), { items: [], more: false });
      expectEqual(await store.records.count(kind, scope), 0);
    }
  }),
];
