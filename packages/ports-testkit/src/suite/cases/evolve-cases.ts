import { type AnyKind, type GovernanceStore, PortUnavailable } from '@govgate/ports';
import { commit, put, removal, type StoreCase, storeCase, write } from '../bench.js';
import { expectEqual, rejectionOf } from '../expect.js';
import {
  FOREIGN,
  HOME,
  laterKinds,
  type Note,
  noteKind,
  type RecastNote,
  recastNoteKind,
  richerNoteKind,
} from '../suite-kinds.js';

const NAME = noteKind.name;

type Reopen = (later?: AnyKind) => Promise<GovernanceStore>;

/** A case that needs a handle of a later version; stores without one keep the promise trivially. */
const evolveCase = (
  id: string,
  promise: string,
  check: (older: GovernanceStore, reopen: Reopen) => Promise<void>,
): StoreCase =>
  storeCase(id, promise, async ({ store, reopen }) => {
    if (reopen !== undefined) await check(store, (later) => reopen(laterKinds(later ?? noteKind)));
  });

const note = (noteId: string, title: string, scope = HOME): Note => ({ ...scope, noteId, title });

const writeNotes = (store: GovernanceStore, notes: readonly Note[]) =>
  write(
    store,
    notes.map((one) => put(noteKind, one)),
  );

/** This many notes with one-word titles, `a` to `aaaaaaa`, and its own number. */
const manyNotes = (count: number): Note[] =>
  Array.from({ length: count }, (_, i) =>
    note(`n${String(i).padStart(3, '0')}`, `${'a'.repeat((i % 7) + 1)} ${100 + i}`),
  );

/** Rebuilds everything outdated, step by step. */
const bringInLine = async (store: GovernanceStore): Promise<void> => {
  for (const { kind } of await store.projections.behind()) {
    while ((await store.projections.step(kind, 20)) > 0);
    await store.projections.settle(kind);
  }
};

const idsBy = async (
  store: GovernanceStore,
  length: number,
  kind = richerNoteKind,
): Promise<readonly string[]> => {
  const page = await store.records.page(kind, HOME, { where: { is: { length } }, limit: 100 });
  return page.items.map(({ record }) => record.noteId);
};

/** Stores of an older version, opened by a newer one. */
export const evolveCases: readonly StoreCase[] = [
  evolveCase(
    'evolve/lists',
    'records from before an attribute was declared are found by it at once',
    async (older, reopen) => {
      const notes = manyNotes(30);
      await writeNotes(older, [...notes, note('foreign', 'aa 999', FOREIGN)].slice(0, 30));
      const newer = await reopen(richerNoteKind);
      const wanted = notes.filter(({ title }) => title.length === 6).map(({ noteId }) => noteId);
      expectEqual(await idsBy(newer, 6), wanted, 'ids');
      const where = { has: { word: 'aa' } };
      expectEqual(await newer.records.count(richerNoteKind, HOME, where), wanted.length, 'a membership');
      const asked = { membership: 'word', members: ['aa'], is: { length: 6 } } as const;
      const byWord = await newer.records.idsByMember(richerNoteKind, HOME, asked);
      expectEqual(byWord.get('aa'), wanted, 'by a member');
      const lengths = await newer.records.countBy(richerNoteKind, HOME, 'length');
      expectEqual(lengths.get(6), wanted.length, 'counts');
      const order = { by: 'length', direction: 'desc' } as const;
      const page = await newer.records.page(richerNoteKind, HOME, { order, limit: 5 });
      const longest = notes.filter(({ title }) => title.length === 11).map(({ noteId }) => noteId);
      expectEqual(
        page.items.slice(0, longest.length).map(({ record }) => record.noteId),
        longest,
        'an order',
      );
      expectEqual(page.totalCount, 30, 'the total');
    },
  ),
  evolveCase('evolve/unique', 'a new unique rule counts earlier records', async (older, reopen) => {
    await writeNotes(older, [note('a', 'taken')]);
    const newer = await reopen(richerNoteKind);
    const clash = await commit(newer, [put(richerNoteKind, note('b', 'taken'))]);
    expectEqual(clash.committed ? 'committed' : clash.conflict.unique, 'title');
  }),
  evolveCase(
    'evolve/clash',
    'records that break a new rule are reported, found, and take part once that is fixed',
    async (older, reopen) => {
      await writeNotes(older, [note('a', 'same'), note('b', 'same')]);
      const newer = await reopen(richerNoteKind);
      await bringInLine(newer);
      expectEqual(await newer.projections.behind(), [{ kind: NAME, left: 0, clashing: 1 }], 'told');
      expectEqual(await idsBy(newer, 4), ['a', 'b'], 'found');
      const third = await commit(newer, [put(richerNoteKind, note('c', 'same'))]);
      expectEqual(third.committed, false, 'a third one');
      for (const id of ['a', 'b']) await commit(newer, [put(richerNoteKind, note(id, `its own ${id}`), 1)]);
      expectEqual(await newer.projections.settle(NAME), 0, 'settled');
      expectEqual(await newer.projections.behind(), [], 'whole');
    },
  ),
  evolveCase(
    'evolve/steps',
    'outdated records are reported and reduced step by step',
    async (older, reopen) => {
      await writeNotes(older, manyNotes(25));
      expectEqual(await older.projections.behind(), [], 'before');
      const newer = await reopen(richerNoteKind);
      expectEqual(await newer.projections.behind(), [{ kind: NAME, left: 25, clashing: 0 }], 'at the start');
      expectEqual(await newer.projections.step(NAME, 10), 10, 'a step');
      // Another process continues where this one ended.
      const next = await reopen(richerNoteKind);
      expectEqual(await next.projections.behind(), [{ kind: NAME, left: 15, clashing: 0 }], 'after it');
      await bringInLine(next);
      expectEqual(await newer.projections.behind(), [], 'at the end');
      expectEqual(await newer.projections.step(NAME, 10), 0, 'nothing left');
      expectEqual((await newer.records.get(richerNoteKind, HOME, 'n000'))?.version, 1, 'the version');
    },
  ),
  evolveCase(
    'evolve/old-writer',
    'what a process of an older version writes meanwhile is rebuilt too',
    async (older, reopen) => {
      await writeNotes(older, [note('changed', 'aa'), note('removed', 'aa')]);
      const newer = await reopen(richerNoteKind);
      await bringInLine(newer);
      await write(older, [
        put(noteKind, note('created', 'aaaaa')),
        put(noteKind, note('changed', 'bbbbb'), 1),
        removal(noteKind, HOME, 'removed'),
      ]);
      await bringInLine(newer);
      expectEqual(await idsBy(newer, 5), ['changed', 'created']);
      expectEqual(await idsBy(newer, 2), []);
    },
  ),
  evolveCase(
    'evolve/authorization',
    'what an older process writes to a kind that decides what callers may do is found at once',
    async (older, reopen) => {
      await writeNotes(older, [note('changed', 'aa')]);
      const deciding = { ...richerNoteKind, authorization: true };
      const newer = await reopen(deciding);
      await bringInLine(newer);
      expectEqual(await idsBy(newer, 2, deciding), ['changed'], 'before');
      await write(older, [put(noteKind, note('changed', 'bbbbb'), 1)]);
      expectEqual(await idsBy(newer, 5, deciding), ['changed'], 'after');
      expectEqual(await idsBy(newer, 2, deciding), [], 'as it was');
    },
  ),
  evolveCase(
    'evolve/beside-writers',
    'writers of both versions and the rebuild do not undo each other',
    async (older, reopen) => {
      await writeNotes(older, manyNotes(40));
      const newer = await reopen(richerNoteKind);
      const writing = async (
        store: GovernanceStore,
        kind: typeof noteKind | typeof richerNoteKind,
        offset: number,
      ) => {
        for (let i = offset; i < 40; i += 2) {
          const id = `n${String(i).padStart(3, '0')}`;
          await commit(store, [put(kind as typeof noteKind, note(id, `written ${100 + i}`), 'any')]);
        }
      };
      const rebuilding = async () => {
        for (let i = 0; i < 20; i += 1) await newer.projections.step(NAME, 3);
      };
      await Promise.all([writing(older, noteKind, 0), writing(newer, richerNoteKind, 1), rebuilding()]);
      await bringInLine(newer);
      expectEqual(await newer.projections.behind(), []);
      expectEqual((await idsBy(newer, 11)).length, 40);
      expectEqual(await newer.records.count(richerNoteKind, HOME, { has: { word: 'written' } }), 40);
    },
  ),
  evolveCase('evolve/lease', 'one process at a time has the right to rebuild', async (older, reopen) => {
    const { projections: one } = older;
    const { projections: two } = await reopen();
    expectEqual([await one.claim('one', 60_000), await two.claim('two', 60_000)], [true, false], 'claimed');
    expectEqual(await one.claim('one', 60_000), true, 'held on');
    await two.release('two');
    expectEqual(await two.claim('two', 60_000), false, 'released by another');
    await one.release('one');
    expectEqual(await two.claim('two', 0), true, 'released');
    expectEqual(await one.claim('one', 60_000), true, 'run out');
  }),
  evolveCase(
    'evolve/shape',
    'records of an earlier shape are read in the current one',
    async (older, reopen) => {
      await writeNotes(older, [note('a', 'apple'), note('b', 'berry')]);
      const newer = await reopen(recastNoteKind);
      const recast = (noteId: string, heading: string): RecastNote => ({ ...HOME, noteId, heading });
      const a = { record: recast('a', 'apple'), version: 1 };
      expectEqual(await newer.records.get(recastNoteKind, HOME, 'a'), a, 'get');
      expectEqual(await newer.records.getMany(recastNoteKind, HOME, ['a']), [a], 'getMany');
      const { items } = await newer.records.page(recastNoteKind, HOME, {
        where: { is: { initial: 'a' } },
        limit: 5,
      });
      expectEqual(items, [a], 'page');
      const { changes } = await newer.records.changedSince(recastNoteKind, HOME, 0, 1_000);
      expectEqual(changes.find(({ id }) => id === 'a')?.stored, a, 'changes');
      for await (const stored of newer.records.all(recastNoteKind)) {
        expectEqual(stored, a, 'all');
        break;
      }
      await write(newer, [put(recastNoteKind, recast('b', 'blueberry'), 1)]);
      expectEqual(
        (await newer.records.get(recastNoteKind, HOME, 'b'))?.record,
        recast('b', 'blueberry'),
        'written',
      );
      expectEqual(
        (await older.records.get(noteKind, HOME, 'a'))?.record,
        note('a', 'apple'),
        'not yet written',
      );
      const thrown = await rejectionOf(older.records.get(noteKind, HOME, 'b'), 'a later shape');
      expectEqual(
        thrown instanceof PortUnavailable && thrown.port,
        'store',
        'what an older process does not know',
      );
    },
  ),
  evolveCase(
    'evolve/refuses-older',
    'a process of an older version is refused at its start',
    async (older, reopen) => {
      await writeNotes(older, [note('a', 'apple')]);
      await reopen(richerNoteKind);
      const thrown = await rejectionOf(reopen(noteKind), 'an older process');
      expectEqual((thrown as { readonly code?: unknown }).code, 'newer_version');
      expectEqual((await older.records.get(noteKind, HOME, 'a'))?.version, 1, 'one that runs already');
    },
  ),
];
