import { createMemoryStore, sequentialIds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { DEMO_TENANT } from './demo-bundle.js';
import { writeDemoHistory } from './demo-history.js';

const NOW = '2026-05-01T12:00:00.000Z';

const written = async () => {
  const store = createMemoryStore();
  await writeDemoHistory({ ...store, ids: sequentialIds() }, NOW);
  const query = { filter: {}, direction: 'asc', limit: 10_000 } as const;
  return (await store.auditTrail.page(DEMO_TENANT, query)).items;
};

describe('the history of the demonstration', () => {
  it('fills two weeks up to now, in order of time', async () => {
    const times = (await written()).map(({ occurredAt }) => occurredAt);
    expect(times).to.deep.equal(times.toSorted());
    expect(new Set(times.map((time) => time.slice(0, 10))).size).to.equal(15);
    expect(times.at(-1)?.localeCompare(NOW)).to.equal(-1);
  });

  it('has changes, denials and failures, and is the same for the same time', async () => {
    const events = await written();
    const counts = (outcome: string) => events.filter((event) => event.outcome === outcome).length;
    expect([counts('success') > 500, counts('denied') > 60, counts('failure') > 5]).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(await written()).to.deep.equal(events);
  });
});
