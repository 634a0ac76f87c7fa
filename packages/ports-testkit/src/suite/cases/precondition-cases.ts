import type { CommitOutcome, GovernanceStore, Precondition } from '@govgate/ports';
import {
  anOutboxEntry,
  aRevocation,
  commit,
  handleCase,
  putItem,
  removal,
  type StoreCase,
  storeCase,
  write,
  writeItems,
} from '../bench.js';
import { expectEqual, PromiseBroken } from '../expect.js';
import { beatKind, ELSEWHERE, HOME, item, itemKind, teamKind } from '../suite-kinds.js';

const onItem = (id: string, version: number | null, scope = HOME): Precondition => ({
  kind: itemKind,
  scope,
  id,
  version,
});

const broken = (id: string, kind = 'suite_item') => ({
  committed: false,
  conflict: { because: 'version', kind, id },
});

/** Commits a new item on a precondition, with everything else that a batch may carry. */
const commitOn = (store: GovernanceStore, id: string, ...preconditions: readonly Precondition[]) =>
  commit(store, [putItem(item(id))], {
    preconditions,
    revocations: [aRevocation(`r_${id}`)],
    outbox: [anOutboxEntry(`j_${id}`)],
  });

/** How much a batch has left behind in any place. */
const reached = async ({ records, auditTrail, revocations, outbox, revisions }: GovernanceStore) => ({
  items: await records.count(itemKind, HOME),
  head: await auditTrail.head(HOME.tenantId),
  revoked: await revocations.lastSequence(HOME),
  outbox: (await outbox.pending(50)).length,
  revisions: await revisions.revisions(HOME.tenantId),
});

/** Checks that a batch is refused for what it depends on, and leaves nothing behind. */
const expectRefused = async (
  store: GovernanceStore,
  ...preconditions: readonly Precondition[]
): Promise<void> => {
  const before = await reached(store);
  const last = preconditions.at(-1);
  expectEqual(await commitOn(store, 'refused', ...preconditions), broken(last?.id ?? '', last?.kind.name));
  expectEqual(await reached(store), before);
};

const sequenceOf = (outcome: CommitOutcome): number =>
  outcome.committed ? (outcome.audit[0]?.sequence ?? 0) : 0;

/** Many commits that depend on a record, and one that revises it: none that did not see the revision may follow it. */
const raceOver = async (reviser: GovernanceStore, others: readonly GovernanceStore[]): Promise<void> => {
  await writeItems(reviser, [item('rule')]);
  const stand = (round: string) =>
    others.flatMap((store, s) =>
      Array.from({ length: 8 }, (_, i) => commitOn(store, `${round}_${s}_${i}`, onItem('rule', 1))),
    );
  const early = stand('early');
  const revision = commit(reviser, [putItem(item('rule', { rank: 1 }), 1)]);
  const late = stand('late');
  const revised = sequenceOf(await revision);
  if (revised === 0)
    throw new PromiseBroken('the revision met a conflict, though nobody else changed the record');
  const outcomes = await Promise.all([...early, ...late]);
  expectEqual(
    outcomes.filter((outcome) => sequenceOf(outcome) > revised),
    [],
    'commits that follow the revision of what they stand on',
  );
  for (const outcome of outcomes)
    if (!outcome.committed) expectEqual(outcome, broken('rule'), 'a refused commit');
  expectEqual((await commitOn(reviser, 'after', onItem('rule', 2))).committed, true);
};

/** What a batch depends on without changing it. */
export const preconditionCases: readonly StoreCase[] = [
  storeCase(
    'precondition/holds',
    'a batch is written while what it depends on is unchanged',
    async ({ store }) => {
      await writeItems(store, [item('rule'), item('rule', ELSEWHERE)]);
      await write(store, [putItem(item('rule', { rank: 1 }), 1)]);
      const preconditions = [onItem('rule', 2), onItem('rule', 1, ELSEWHERE), onItem('none', null)];
      expectEqual((await commitOn(store, 'a', ...preconditions)).committed, true);
      expectEqual((await store.records.get(itemKind, HOME, 'rule'))?.version, 2, 'the version stood on');
      expectEqual((await commitOn(store, 'b', ...preconditions)).committed, true);
      expectEqual((await commit(store, [], { preconditions: preconditions })).committed, true);
    },
  ),
  storeCase('precondition/changed', 'nothing is written on a record that was changed', async ({ store }) => {
    await writeItems(store, [item('firm'), item('rule')]);
    await write(store, [putItem(item('rule', { rank: 1 }), 1)]);
    await expectRefused(store, onItem('firm', 1), onItem('rule', 1));
    await expectRefused(store, onItem('rule', 3));
    expectEqual(await commit(store, [], { preconditions: [onItem('rule', 1)] }), broken('rule'));
  }),
  storeCase('precondition/removed', 'nothing is written on a record that was removed', async ({ store }) => {
    await writeItems(store, [item('rule')]);
    await write(store, [removal(itemKind, HOME, 'rule', 1)]);
    await expectRefused(store, onItem('rule', 1));
  }),
  storeCase('precondition/absent', 'nothing is written on a record that never was', async ({ store }) => {
    await writeItems(store, [item('rule', ELSEWHERE)]);
    await expectRefused(store, onItem('rule', 1));
    const team = { kind: teamKind, scope: { tenantId: HOME.tenantId }, id: 'crew', version: 1 };
    await expectRefused(store, team);
  }),
  storeCase(
    'precondition/observed',
    'a batch may depend on an observed record, against what is committed with an event',
    async ({ store }) => {
      const beat = { ...HOME, beatId: 'beat', seenAt: '1' };
      const onBeat = (version: number | null): Precondition => ({
        kind: beatKind,
        scope: HOME,
        id: 'beat',
        version,
      });
      await write(store, [{ kind: beatKind, record: beat, expectedVersion: null }]);
      expectEqual((await commitOn(store, 'a', onBeat(1))).committed, true);
      await write(store, [{ kind: beatKind, record: { ...beat, seenAt: '2' }, expectedVersion: 1 }]);
      await expectRefused(store, onBeat(1));
      await expectRefused(store, onBeat(null));
      expectEqual((await commitOn(store, 'b', onBeat(2))).committed, true);
    },
  ),
  storeCase(
    'precondition/created',
    'nothing is written where a previously absent record appeared',
    async ({ store }) => {
      expectEqual((await commitOn(store, 'a', onItem('rule', null))).committed, true);
      await writeItems(store, [item('rule')]);
      await expectRefused(store, onItem('rule', null));
    },
  ),
  storeCase(
    'precondition/together',
    'simultaneous batches are checked one after the other',
    async ({ store }) => {
      await writeItems(store, [item('rule')]);
      const [before, revision, after, created, without] = await Promise.all([
        commitOn(store, 'a', onItem('rule', 1)),
        commit(store, [putItem(item('rule', { rank: 1 }), 1)]),
        commitOn(store, 'b', onItem('rule', 1)),
        commit(store, [putItem(item('new'))]),
        commitOn(store, 'c', onItem('new', null)),
      ]);
      const followed = (one: CommitOutcome, other: CommitOutcome): boolean =>
        sequenceOf(one) > sequenceOf(other);
      expectEqual([revision?.committed, created?.committed], [true, true]);
      for (const one of [before, after]) expectEqual(followed(one, revision), false, 'followed the revision');
      expectEqual(followed(without, created), false, 'followed the creation');
    },
  ),
  storeCase('precondition/race', 'no batch follows a revision of what it depends on', ({ store }) =>
    raceOver(store, [store]),
  ),
  handleCase('precondition/race-handles', 'nor does a batch of another process', (first, second) =>
    raceOver(first, [first, second]),
  ),
];
