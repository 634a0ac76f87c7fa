import { type GovernanceStore, placeOf } from '@govgate/ports';
import {
  anEvent,
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
import {
  beatKind,
  credentialKind,
  ELSEWHERE,
  FOREIGN,
  HOME,
  item,
  itemKind,
  teamKind,
} from '../suite-kinds.js';

const beat = (beatId: string, seenAt: string) => ({ ...HOME, beatId, seenAt });

const changes = async (store: GovernanceStore, revision: number) => {
  const found = await store.records.changedSince(itemKind, HOME, revision, 1_000);
  const told = found.changes.map(
    ({ id, stored }) => `${id}${stored === undefined ? ' removed' : stored.version}`,
  );
  return { told: told.sort(), revision: found.revision };
};

const revisions = (store: GovernanceStore, tenantId = HOME.tenantId) => store.revisions.revisions(tenantId);

/** Which revisions some work moves. */
const moved = async (store: GovernanceStore, work: () => Promise<unknown>, tenantId?: string) => {
  const before = await revisions(store, tenantId);
  await work();
  const after = await revisions(store, tenantId);
  return {
    content: after.content > before.content,
    authorization: after.authorization > before.authorization,
  };
};

/** The places that a store says some work left alone, if it knows of any. */
const leftAlone = async (
  store: GovernanceStore,
  work: () => Promise<unknown>,
): Promise<readonly string[] | 'unknown'> => {
  const before = await revisions(store);
  await work();
  const after = await revisions(store);
  const reader = store.revisions;
  if (reader.untouched === undefined) return 'unknown';
  return Object.entries(PLACES)
    .filter(([, place]) => reader.untouched?.(HOME.tenantId, before.content, after.content, [place]))
    .map(([name]) => name);
};

const PLACES = {
  items: placeOf(itemKind, HOME),
  elsewhere: placeOf(itemKind, ELSEWHERE),
  teams: placeOf(teamKind, HOME),
};

const NEITHER = { content: false, authorization: false };
const CONTENT = { content: true, authorization: false };
const BOTH = { content: true, authorization: true };

/** Changes that can be followed, observed records and revisions. */
export const changeCases: readonly StoreCase[] = [
  storeCase(
    'changes/everything',
    'since 0: everything that exists, and nothing that is gone',
    async ({ store }) => {
      await writeItems(store, [item('a'), item('b'), item('c')]);
      await write(store, [removal(itemKind, HOME, 'c')]);
      expectEqual((await changes(store, 0)).told, ['a1', 'b1']);
    },
  ),
  storeCase(
    'changes/since',
    'since a revision: what was written afterwards, in its current state',
    async ({ store }) => {
      await writeItems(store, [item('a'), item('b')]);
      const { revision } = await changes(store, 0);
      expectEqual(await changes(store, revision), { told: [], revision });
      await write(store, [putItem(item('b', { rank: 1 }), 1)]);
      await write(store, [putItem(item('b', { rank: 2 }), 2), putItem(item('c'))]);
      const later = await changes(store, revision);
      expectEqual(later.told, ['b3', 'c1']);
      expectEqual(await changes(store, later.revision), { told: [], revision: later.revision });
    },
  ),
  storeCase(
    'changes/steps',
    'step by step, whoever continues to the latest revision sees everything',
    async ({ store }) => {
      const ids = Array.from({ length: 9 }, (_, i) => `i${i}`);
      for (const id of ids) await writeItems(store, [item(id)]);
      const seen = new Map<string, number>();
      const walk = async (from: number, meanwhile: (step: number) => Promise<void>) => {
        let revision = from;
        for (let step = 0, more = true; more; step += 1) {
          const found = await store.records.changedSince(itemKind, HOME, revision, 2);
          for (const { id, stored } of found.changes) seen.set(id, stored?.version ?? 0);
          revision = found.revision;
          more = revision < found.latest;
          await meanwhile(step);
        }
        return revision;
      };
      const reached = await walk(0, async (step) => {
        if (step > 2) return;
        await write(store, [
          putItem(item('i0', { rank: step }), 'any'),
          removal(itemKind, HOME, `i${step + 1}`),
        ]);
      });
      await walk(reached, async () => undefined);
      const left = ids.filter((id) => !['i1', 'i2', 'i3'].includes(id));
      const stored = await store.records.getMany(itemKind, HOME, left);
      const still = [...seen].filter(([, version]) => version > 0);
      expectEqual(
        still.sort(),
        stored.map(({ record, version }): [string, number] => [record.itemId, version]).sort(),
      );
      await write(
        store,
        ids.slice(4).map((id) => removal(itemKind, HOME, id)),
      );
      await walk(reached, async () => undefined);
      expectEqual(
        [...seen].filter(([, version]) => version > 0).map(([id]) => id),
        ['i0'],
      );
    },
  ),
  storeCase('changes/removed', 'removed records leave a tombstone', async ({ store }) => {
    await writeItems(store, [item('a'), item('b')]);
    const { revision } = await changes(store, 0);
    await write(store, [removal(itemKind, HOME, 'a')]);
    const later = await changes(store, revision);
    expectEqual(later.told, ['a removed']);
    expectEqual((await changes(store, later.revision)).told, []);
    await writeItems(store, [item('a')]);
    expectEqual((await changes(store, later.revision)).told, ['a1']);
    expectEqual((await changes(store, revision)).told, ['a1']);
  }),
  storeCase('changes/removed-foreign', 'a removal elsewhere leaves no tombstone here', async ({ store }) => {
    await writeItems(store, [item('a'), item('a', FOREIGN)]);
    const { revision } = await changes(store, 0);
    await write(store, [removal(itemKind, FOREIGN, 'a')]);
    expectEqual((await changes(store, revision)).told, []);
  }),
  storeCase('changes/never-missed', 'following under load misses no change', async ({ store }) => {
    const writes = Array.from({ length: 30 }, (_, i) =>
      write(store, [putItem(item(`i${i % 7}`, { rank: i }), 'any')]),
    );
    const seen = new Map<string, number>();
    let revision = 0;
    for (const pending of [...writes, undefined]) {
      const found = await store.records.changedSince(itemKind, HOME, revision, 1_000);
      for (const { id, stored } of found.changes) seen.set(id, stored?.version ?? 0);
      revision = found.revision;
      await pending;
    }
    await Promise.all(writes);
    const last = await store.records.changedSince(itemKind, HOME, revision, 1_000);
    for (const { id, stored } of last.changes) seen.set(id, stored?.version ?? 0);
    const page = await store.records.page(itemKind, HOME, { limit: 50 });
    expectEqual(seen, new Map(page.items.map(({ record, version }) => [record.itemId, version])));
  }),
  storeCase(
    'observe/writes',
    'observed records are written atomically and without an event',
    async ({ store }) => {
      const first = await store.unitOfWork.observe([
        put(beatKind, beat('a', '1')),
        put(beatKind, beat('b', '1')),
      ]);
      expectEqual(first, { committed: true });
      const { changes: told, revision } = await store.records.changedSince(beatKind, HOME, 0, 1_000);
      expectEqual(told.length, 2);
      await store.unitOfWork.observe([put(beatKind, beat('a', '2'), 'any')]);
      expectEqual(await store.records.get(beatKind, HOME, 'a'), { record: beat('a', '2'), version: 2 });
      expectEqual((await store.records.changedSince(beatKind, HOME, revision, 1_000)).changes.length, 1);
      expectEqual((await store.auditTrail.head(HOME.tenantId)).sequence, 0);
    },
  ),
  storeCase('observe/conflict', 'a conflict writes nothing of the observed records', async ({ store }) => {
    await store.unitOfWork.observe([put(beatKind, beat('a', '1'))]);
    const again = await store.unitOfWork.observe([
      put(beatKind, beat('c', '1')),
      put(beatKind, beat('a', '9')),
    ]);
    expectEqual(again, { committed: false });
    const stale = await store.unitOfWork.observe([removal(beatKind, HOME, 'a', 5)]);
    expectEqual(stale, { committed: false });
    expectEqual(await store.records.count(beatKind, HOME), 1);
  }),
  storeCase('observe/in-commit', 'observed records can be part of a commit', async ({ store }) => {
    await write(store, [putItem(item('a')), put(beatKind, beat('a', '1'))]);
    expectEqual((await store.records.get(beatKind, HOME, 'a'))?.version, 1);
  }),
  storeCase(
    'revisions/content',
    'every commit moves only the content revision of its tenant',
    async ({ store }) => {
      expectEqual(await moved(store, () => writeItems(store, [item('a')])), CONTENT);
      expectEqual(await moved(store, () => write(store, [])), CONTENT);
      const foreign = () =>
        write(store, [putItem(item('f', FOREIGN))], { audit: [anEvent({ tenantId: FOREIGN.tenantId })] });
      expectEqual(await moved(store, foreign), NEITHER);
      expectEqual(await moved(store, () => write(store, [putItem(item('a'), 1)]), 'tenant_b'), NEITHER);
    },
  ),
  storeCase(
    'revisions/authorization',
    'only kinds marked authorization move that revision',
    async ({ store }) => {
      const team = { teamId: 't', tenantId: HOME.tenantId, members: [] };
      expectEqual(await moved(store, () => write(store, [put(teamKind, team)])), BOTH);
      expectEqual(await moved(store, () => write(store, [removal(teamKind, HOME, 't', 1)])), BOTH);
      const credential = { credentialId: 'c', tenantId: HOME.tenantId, digest: 'd' };
      expectEqual(await moved(store, () => write(store, [put(credentialKind, credential)])), BOTH);
      expectEqual(await moved(store, () => writeItems(store, [item('a')])), CONTENT);
    },
  ),
  storeCase(
    'revisions/untouched',
    'what a commit wrote is never said to be untouched, and other places are',
    async ({ store }) => {
      await writeItems(store, [item('a')]);
      const knows = store.revisions.untouched !== undefined;
      const expected = (...names: readonly string[]) => (knows ? names : 'unknown');
      expectEqual(
        await leftAlone(store, () => writeItems(store, [item('b')])),
        expected('elsewhere', 'teams'),
      );
      const removed = () => write(store, [removal(itemKind, HOME, 'b')]);
      expectEqual(await leftAlone(store, removed), expected('elsewhere', 'teams'));
      const both = async () => {
        await writeItems(store, [item('c', ELSEWHERE)]);
        await write(store, []);
        await write(store, [put(teamKind, { teamId: 't', tenantId: HOME.tenantId, members: [] })]);
      };
      expectEqual(await leftAlone(store, both), expected('items'));
      expectEqual(await leftAlone(store, () => write(store, [])), expected('items', 'elsewhere', 'teams'));
    },
  ),
  storeCase('revisions/unmoved', 'conflicts and observed records move no revision', async ({ store }) => {
    await writeItems(store, [item('a')]);
    expectEqual(await moved(store, () => commit(store, [putItem(item('a'))])), NEITHER);
    expectEqual(await moved(store, () => store.unitOfWork.observe([put(beatKind, beat('a', '1'))])), NEITHER);
  }),
];
