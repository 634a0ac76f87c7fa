import { commit, put, putItem, removal, type StoreCase, storeCase, write, writeItems } from '../bench.js';
import { expectEqual } from '../expect.js';
import { ELSEWHERE, FOREIGN, HOME, item, itemKind, teamKind } from '../suite-kinds.js';

const OTHERS = [ELSEWHERE, FOREIGN];

/** Tenants and environments never meet. */
export const scopeCases: readonly StoreCase[] = [
  storeCase('scope/get', 'a record of another tenant or environment is absent', async ({ store }) => {
    await writeItems(store, [item('a')]);
    for (const other of OTHERS) {
      expectEqual(await store.records.get(itemKind, other, 'a'), undefined);
      expectEqual(await store.records.getMany(itemKind, other, ['a']), []);
    }
  }),
  storeCase('scope/page', 'lists, counts and facets hold records of their scope only', async ({ store }) => {
    await writeItems(store, [item('a'), item('e', ELSEWHERE), item('f', FOREIGN), item('g', FOREIGN)]);
    const page = await store.records.page(itemKind, HOME, { limit: 10 });
    expectEqual(page, { items: [{ record: item('a'), version: 1 }], more: false });
    expectEqual(await store.records.count(itemKind, ELSEWHERE), 1);
    expectEqual(await store.records.countBy(itemKind, FOREIGN, 'status'), new Map([['draft', 2]]));
  }),
  storeCase('scope/where', 'no condition reaches beyond the scope', async ({ store }) => {
    await writeItems(store, [item('a', { tags: ['x'] })]);
    const covered = { attribute: 'ownerTeam', values: ['payments'], ids: ['a'] } as const;
    for (const other of OTHERS)
      for (const where of [{ covered }, { has: { tag: 'x' } }, { is: { status: 'draft' } }])
        expectEqual(await store.records.count(itemKind, other, where), 0);
  }),
  storeCase('scope/tenant', 'records of a tenant are absent from another', async ({ store }) => {
    await write(store, [put(teamKind, { teamId: 't', tenantId: 'tenant_a', members: ['u'] })]);
    const found = await store.records.count(teamKind, { tenantId: 'tenant_b' }, { has: { member: 'u' } });
    expectEqual(found, 0);
  }),
  storeCase(
    'scope/wider',
    'the environment of a scope does not count for a kind of the tenant',
    async ({ store }) => {
      const team = { teamId: 't', tenantId: 'tenant_a', members: ['u'] };
      await write(store, [put(teamKind, team)]);
      for (const scope of [HOME, ELSEWHERE]) {
        expectEqual(await store.records.get(teamKind, scope, 't'), { record: team, version: 1 });
        expectEqual(await store.records.count(teamKind, scope, { has: { member: 'u' } }), 1);
      }
      await write(store, [removal(teamKind, ELSEWHERE, 't', 1)]);
      expectEqual(await store.records.get(teamKind, { tenantId: 'tenant_a' }, 't'), undefined);
    },
  ),
  storeCase('scope/same-id', 'the same id in several scopes is several records', async ({ store }) => {
    await writeItems(store, [item('a'), item('a', ELSEWHERE), item('a', FOREIGN)]);
    await write(store, [putItem(item('a', { ...ELSEWHERE, rank: 5, tags: ['x'] }), 1)]);
    await write(store, [removal(itemKind, FOREIGN, 'a', 1)]);
    expectEqual(await store.records.get(itemKind, HOME, 'a'), { record: item('a'), version: 1 });
    expectEqual((await store.records.get(itemKind, ELSEWHERE, 'a'))?.version, 2);
    expectEqual(await store.records.get(itemKind, FOREIGN, 'a'), undefined);
    expectEqual(await store.records.count(itemKind, HOME, { has: { tag: 'x' } }), 0);
  }),
  storeCase('scope/version', 'a version is that of the record in its own scope', async ({ store }) => {
    await writeItems(store, [item('a')]);
    const outcome = await commit(store, [putItem(item('a', FOREIGN), 1)]);
    expectEqual(outcome, { committed: false, conflict: { because: 'version', kind: 'suite_item', id: 'a' } });
  }),
];
