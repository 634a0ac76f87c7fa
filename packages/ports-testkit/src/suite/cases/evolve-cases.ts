import { type AnyKind, type GovernanceStore, MIGRATIONS, type Migration } from '@govgate/ports';
import { commit, put, type StoreCase, storeCase, write } from '../bench.js';
import { expectEqual, rejectionOf } from '../expect.js';
import {
  FOREIGN,
  HOME,
  laterKinds,
  type Note,
  noteKind,
  recastNoteKind,
  richerNoteKind,
} from '../suite-kinds.js';

type Reopen = (later: AnyKind, step?: Migration) => Promise<GovernanceStore>;

/** A case that needs a handle of a later version; stores without one keep the promise trivially. */
const evolveCase = (
  id: string,
  promise: string,
  check: (older: GovernanceStore, reopen: Reopen) => Promise<void>,
): StoreCase =>
  storeCase(id, promise, async ({ store, reopen }) => {
    if (reopen === undefined) return;
    await check(store, (later, step) =>
      reopen({
        kinds: laterKinds(later),
        migrations: [...MIGRATIONS, ...(step === undefined ? [] : [step])],
      }),
    );
  });

const NEXT: Migration = { number: MIGRATIONS.length + 1 };

const note = (noteId: string, title: string, scope = HOME): Note => ({ ...scope, noteId, title });

const writeNotes = (store: GovernanceStore, notes: readonly Note[]) =>
  write(
    store,
    notes.map((one) => put(noteKind, one)),
  );

/** Stores of an older version, opened by a newer one. */
export const evolveCases: readonly StoreCase[] = [
  evolveCase(
    'evolve/lists',
    'records from before an attribute was declared are found by it',
    async (older, reopen) => {
      const notes = Array.from({ length: 30 }, (_, i) =>
        note(`n${10 + i}`, `${'a'.repeat((i % 7) + 1)} ${i}`),
      );
      await writeNotes(older, [...notes, note('foreign', 'aa 9', FOREIGN)]);
      const newer = await reopen(richerNoteKind, NEXT);
      const idsOf = (of: (one: Note) => boolean) => notes.filter(of).map(({ noteId }) => noteId);
      const wanted = idsOf(({ title }) => title.length === 4);
      const where = { is: { length: 4 } };
      const page = await newer.records.page(richerNoteKind, HOME, { where, limit: 100 });
      expectEqual(
        page.items.map(({ record, version }) => [record.noteId, version]),
        wanted.map((noteId) => [noteId, 1]),
        'a list',
      );
      const byWord = await newer.records.idsByMember(richerNoteKind, HOME, {
        membership: 'word',
        members: ['aa'],
      });
      expectEqual(
        byWord.get('aa'),
        idsOf(({ title }) => title.startsWith('aa ')),
        'by a member',
      );
      const lengths = await newer.records.countBy(richerNoteKind, HOME, 'length');
      expectEqual(lengths.get(4), wanted.length, 'counts');
      expectEqual(
        await newer.records.count(richerNoteKind, FOREIGN, { has: { word: 'aa' } }),
        1,
        'elsewhere',
      );
    },
  ),
  evolveCase('evolve/unique', 'a new unique rule counts earlier records', async (older, reopen) => {
    await writeNotes(older, [note('a', 'taken')]);
    const newer = await reopen(richerNoteKind, NEXT);
    const clash = await commit(newer, [put(richerNoteKind, note('b', 'taken'))]);
    expectEqual(clash.committed ? 'committed' : clash.conflict.unique, 'title');
  }),
  evolveCase('evolve/shape', 'records are brought to their new shape', async (older, reopen) => {
    await writeNotes(older, [note('a', 'apple'), note('b', 'berry')]);
    const newer = await reopen(recastNoteKind, {
      ...NEXT,
      records: {
        [noteKind.name]: (record) => {
          const { title, ...rest } = record as Note;
          return { ...rest, heading: title };
        },
      },
    });
    const a = { record: { ...HOME, noteId: 'a', heading: 'apple' }, version: 1 };
    expectEqual(await newer.records.get(recastNoteKind, HOME, 'a'), a, 'get');
    const where = { is: { initial: 'a' } };
    expectEqual((await newer.records.page(recastNoteKind, HOME, { where, limit: 5 })).items, [a], 'page');
  }),
  evolveCase(
    'evolve/refuses-older',
    'a process of an older version is refused at its start',
    async (older, reopen) => {
      await writeNotes(older, [note('a', 'apple')]);
      await reopen(richerNoteKind, NEXT);
      const thrown = await rejectionOf(reopen(noteKind), 'an older process');
      expectEqual((thrown as { readonly code?: unknown }).code, 'newer_version');
    },
  ),
];
