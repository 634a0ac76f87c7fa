import { sha256Hex } from '@govgate/domain';
import type { CommitBatch } from '@govgate/ports';
import { anEvent, aRevocation, HOME, item, itemKind, putItem, removal } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { ObjectId } from 'mongodb';
import { recordKey } from '../kinds/keys.js';
import { GroupDraft } from './group-draft.js';
import { type RecordState, type StoredState, stateKey } from './stored-state.js';
import { unitOfBatch } from './unit.js';

const key = (id: string): string => recordKey(HOME.tenantId, HOME.environmentId, id);

/** The current records by their id. */
const stored = (records: Readonly<Record<string, RecordState>> = {}): StoredState => ({
  records: new Map(Object.entries(records).map(([id, state]) => [stateKey(itemKind, key(id)), state])),
  heads: new Map(),
  holders: new Map(),
});

const draftOn = (records?: Readonly<Record<string, RecordState>>): GroupDraft =>
  new GroupDraft(stored(records), { token: new ObjectId(), hash: sha256Hex });

const batch = (changes: CommitBatch['changes'], rest: Partial<CommitBatch> = {}): CommitBatch => ({
  changes,
  audit: [anEvent()],
  ...rest,
});

/** Applies batches and returns the outcome of each. */
const take = (draft: GroupDraft, ...batches: readonly CommitBatch[]) =>
  batches
    .map((one, owner) => draft.take(owner, unitOfBatch(one)))
    .map((outcome) => (outcome.committed ? 'committed' : outcome.conflict.because));

const operationsOf = (draft: GroupDraft): readonly string[] =>
  (draft.records.get(itemKind)?.operations ?? []).map((operation) => Object.keys(operation)[0] ?? '');

describe('a group of units', () => {
  it('judges each unit by the result of the ones before it', () => {
    const draft = draftOn({ a: { version: 4, uniques: {} } });
    const outcomes = take(
      draft,
      batch([putItem(item('a'), 4)]),
      batch([putItem(item('a'), 4)]),
      batch([putItem(item('a'), 5)]),
      batch([putItem(item('b'))]),
      batch([putItem(item('b'))]),
      batch([removal(itemKind, HOME, 'b', 1)]),
      batch([putItem(item('b'))]),
    );
    expect(outcomes).to.deep.equal([
      'committed',
      'version',
      'committed',
      'committed',
      'exists',
      'committed',
      'committed',
    ]);
    expect(operationsOf(draft)).to.deep.equal([
      'replaceOne',
      'replaceOne',
      'insertOne',
      'deleteOne',
      'insertOne',
    ]);
  });

  it('leaves no trace of a unit that does not fit', () => {
    const draft = draftOn();
    const rest = { revocations: [aRevocation('r')] };
    expect(take(draft, batch([putItem(item('a')), putItem(item('b'), 9)], rest))).to.deep.equal(['version']);
    expect(draft.isEmpty).to.equal(true);
    expect([
      operationsOf(draft),
      draft.audit.operations,
      draft.revocations.operations,
      draft.heads().operations,
    ]).to.deep.equal([[], [], [], []]);
  });

  it('releases a unique value before another record of the unit takes it', () => {
    const draft = draftOn({ a: { version: 1, uniques: { code: 'k' } }, b: { version: 1, uniques: {} } });
    const handover = batch([putItem(item('b', { code: 'k' }), 1), putItem(item('a'), 1)]);
    expect(take(draft, handover)).to.deep.equal(['committed']);
    expect(operationsOf(draft)).to.deep.equal(['updateOne', 'replaceOne', 'replaceOne']);
  });

  it('writes a record once that releases its unique value before another takes it', () => {
    const draft = draftOn({ a: { version: 1, uniques: { code: 'k' } }, b: { version: 1, uniques: {} } });
    const inOrder = batch([putItem(item('a'), 1), putItem(item('b', { code: 'k' }), 1)]);
    expect(take(draft, inOrder)).to.deep.equal(['committed']);
    expect(operationsOf(draft)).to.deep.equal(['replaceOne', 'replaceOne']);
  });

  it('releases one of two exchanged unique values first', () => {
    const draft = draftOn({
      a: { version: 1, uniques: { code: 'k' } },
      b: { version: 1, uniques: { code: 'l' } },
    });
    const exchange = batch([putItem(item('a', { code: 'l' }), 1), putItem(item('b', { code: 'k' }), 1)]);
    expect(take(draft, exchange)).to.deep.equal(['committed']);
    expect(operationsOf(draft)).to.deep.equal(['updateOne', 'replaceOne', 'replaceOne']);
  });

  it('writes a head once, whatever the number of units', () => {
    const draft = draftOn();
    take(draft, batch([putItem(item('a'))]), batch([]), batch([putItem(item('b'))]));
    const heads = draft.heads().operations.map((operation) => Object.values(operation)[0]?.document);
    expect(heads.map(({ s, c, z, n }) => ({ s, c, z, n }))).to.deep.equal([
      { s: 3, c: 3, z: 0, n: undefined },
    ]);
  });
});
