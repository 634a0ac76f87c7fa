import { anEvent, HOME, item, itemKind, putItem } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describeWithMongo } from '../../../tools/test-services/require-service.js';
import { itemBatch, reached, told } from './testing/suite-batches.js';
import { withDatabase } from './testing/with-stores.js';

const committed = (outcomes: readonly { readonly committed: boolean }[]): number =>
  outcomes.filter((outcome) => outcome.committed).length;

describeWithMongo('commits to the MongoDB store', (serverUrl) => {
  it('have one winner when eight processes write over one version', () =>
    withDatabase(serverUrl, async ({ open }) => {
      const stores = await Promise.all(Array.from({ length: 8 }, () => open()));
      const last = await open();
      await last.unitOfWork.commit(itemBatch('a'));
      const outcomes = await Promise.all(
        stores.map((store, rank) => store.unitOfWork.commit(itemBatch('a', { rank }, 1))),
      );
      expect(committed(outcomes)).to.equal(1);
      expect(await reached(last)).to.deep.equal({ valid: true, events: 2, writes: 2 });
    })).timeout(60_000);

  it('have one winner when eight processes claim one unique value', () =>
    withDatabase(serverUrl, async ({ open }) => {
      const stores = await Promise.all(Array.from({ length: 8 }, () => open()));
      const outcomes = await Promise.all(
        stores.map((store, i) => store.unitOfWork.commit(itemBatch(`i${i}`, { status: 'active' }))),
      );
      expect(committed(outcomes)).to.equal(1);
      const lost = outcomes.filter((outcome) => !outcome.committed);
      expect(lost.map((outcome) => 'conflict' in outcome && outcome.conflict.because)).to.deep.equal(
        Array.from({ length: 7 }, () => 'unique'),
      );
    })).timeout(60_000);

  it('are grouped, and one that does not fit drops out alone', () =>
    withDatabase(serverUrl, async ({ open, db }) => {
      let transactions = 0;
      const store = await open({
        failpoint: (name) => {
          if (name === 'after_commit') transactions += 1;
        },
      });
      await store.unitOfWork.commit(itemBatch('taken', { code: 'k' }, null, 'evt_taken'));
      await db.command({ collMod: 'audit_events', validator: { ac: { $ne: 'refused' } } });
      transactions = 0;
      const refused = anEvent({ actor: { actorType: 'user', actorId: 'refused', authMethod: 'jwt' } });
      const found = await Promise.all(
        [
          itemBatch('a'),
          itemBatch('b', {}, null, 'evt_taken'),
          itemBatch('c', { code: 'k' }),
          itemBatch('d'),
          itemBatch('taken'),
          itemBatch('e', {}, 7),
          { changes: [putItem(item('f'))], audit: [refused] as const },
          itemBatch('g'),
        ].map(async (batch) => {
          const outcome = await told(store.unitOfWork.commit(batch));
          return typeof outcome === 'string' ? outcome : because(outcome);
        }),
      );
      expect(found).to.deep.equal([
        'committed',
        'PortUnavailable audit',
        'unique',
        'committed',
        'exists',
        'version',
        'PortUnavailable audit',
        'committed',
      ]);
      expect(transactions).to.equal(1);
      expect(await reached(store)).to.deep.equal({ valid: true, events: 4, writes: 4 });
    })).timeout(60_000);

  it('keep keys that mean something to the database', () =>
    withDatabase(serverUrl, async ({ open }) => {
      const store = await open();
      const odd = JSON.parse('{"$set":{"a.b":1},"":[{"$where":"1"}],"__proto__":{"x":1},"a\\u0000b":null}');
      const record = { ...item('a'), detail: odd };
      await store.unitOfWork.commit({ changes: [putItem(record)], audit: [anEvent()] });
      const stored = await store.records.get(itemKind, HOME, 'a');
      expect(JSON.stringify(stored?.record)).to.equal(JSON.stringify(record));
    })).timeout(60_000);

  it('match nothing for conditions that are not strings or numbers', () =>
    withDatabase(serverUrl, async ({ open }) => {
      const store = await open();
      const hostile = { $ne: '' } as unknown as string;
      const requests = [
        store.records.count(itemKind, HOME, { is: { status: hostile } }),
        store.records.count(itemKind, HOME, { has: { tag: hostile } }),
        store.records.count(itemKind, { ...HOME, tenantId: hostile }),
        store.auditTrail.page(hostile, { filter: {}, direction: 'asc', limit: 5 }),
      ];
      expect(await Promise.all(requests.map(told))).to.deep.equal(requests.map(() => 'TypeError'));
      expect(await told(store.records.get(itemKind, HOME, hostile))).to.equal(undefined);
    })).timeout(60_000);

  it('share server keys: whoever asks first creates them', () =>
    withDatabase(serverUrl, async ({ open }) => {
      const stores = await Promise.all(Array.from({ length: 4 }, () => open()));
      const made = await Promise.all(
        stores.map((store, i) => store.loadOrCreateServerKeys(() => ({ cursor: `example-${i}` }))),
      );
      expect(new Set(made.map(({ cursor }) => cursor)).size).to.equal(1);
      const later = await stores[0]?.loadOrCreateServerKeys(() => ({ cursor: 'example-late' }));
      expect(later).to.deep.equal(made[0]);
    })).timeout(60_000);
});

const because = (outcome: unknown): string => {
  const { committed: done, conflict } = outcome as { committed: boolean; conflict?: { because: string } };
  return done ? 'committed' : (conflict?.because ?? '');
};
