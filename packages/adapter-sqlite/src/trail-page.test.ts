import { type AuditFilter, type GovernanceStore, MOST_COUNTED_EVENTS } from '@govgate/ports';
import {
  anEvent,
  createMemoryStore,
  dice,
  everyTrailListIsRight,
  variedFilter,
} from '@govgate/ports-testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { TempFolder } from './testing/temp-folder.js';

const TENANT = 'tenant_a';
/** The last of them alone is denied, the second alone archives, and each tenth is of another actor. */
const events = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    anEvent({
      outcome: i === count - 1 ? 'denied' : 'success',
      eventType: i === 1 ? 'policy.archived' : 'policy.updated',
      actor: { actorType: 'user', actorId: i % 10 === 0 ? 'ada' : 'eve', authMethod: 'jwt' },
    }),
  );

const append = async (store: GovernanceStore, all: ReturnType<typeof events>): Promise<void> => {
  for (let from = 0; from < all.length; from += 1_000) {
    const [first, ...rest] = all.slice(from, from + 1_000);
    if (first !== undefined) await store.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
  }
};

describe('lists of a long trail of the embedded store', () => {
  const folder = new TempFolder();
  const memory = createMemoryStore();
  let store: GovernanceStore;

  before(async () => {
    store = await folder.open();
    const all = events(MOST_COUNTED_EVENTS + 1);
    for (const one of [store, memory]) await append(one, all);
  });

  after(() => folder.dispose());

  const totalOf = async (one: GovernanceStore, filter: AuditFilter, afterSequence?: number) => {
    const place = afterSequence === undefined ? {} : { afterSequence };
    const page = await one.auditTrail.page(TENANT, { filter, direction: 'desc', limit: 2, ...place });
    return [page.items.map(({ sequence }) => sequence), page.totalCount, page.totalIsAtLeast, page.more];
  };

  it('are counted exactly up to ten thousand events, and no further', async () => {
    const [all, exact] = [{ environmentId: 'production' }, { outcome: 'success' }] as const;
    for (const one of [store, memory]) {
      expect(await totalOf(one, all)).to.deep.equal([[10_001, 10_000], 10_000, true, true]);
      expect(await totalOf(one, {})).to.deep.equal([[10_001, 10_000], 10_000, true, true]);
      expect(await totalOf(one, all, 3)).to.deep.equal([[2, 1], 10_000, true, false]);
      expect(await totalOf(one, exact)).to.deep.equal([[10_000, 9_999], 10_000, false, true]);
    }
  });

  it('find what is rare among much that is not', async () => {
    const filters: AuditFilter[] = [
      { outcome: 'denied', environmentId: 'production' },
      { outcome: 'denied', actorId: 'ada' },
      { environmentId: 'production', to: '2026-01-01T00:00:00.000Z' },
      { actorId: 'eve', outcome: 'denied' },
      { actorId: 'eve', eventType: 'policy.archived' },
    ];
    for (const filter of filters) {
      expect(await totalOf(store, filter)).to.deep.equal(await totalOf(memory, filter));
      expect(await totalOf(store, filter, 9_000)).to.deep.equal(await totalOf(memory, filter, 9_000));
    }
    const roll = dice(3);
    await everyTrailListIsRight(store, TENANT, [
      { actorId: 'ada', outcome: 'success' },
      ...Array.from({ length: 5 }, () => variedFilter(roll, 700)),
    ]);
  });
});
