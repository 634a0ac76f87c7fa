import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PortUnavailable } from '../errors.js';
import { LIST_WAITS_MS, NotYetWhole } from '../stored-form.js';
import { TrailIndexer } from './trail-indexer.js';

const LEVELS = [{ size: 32, fewest: 2 }];
const PAGE = { items: [], totalCount: 0, more: false };
const READY_TO_READ = 512;

interface Trail {
  readonly ranges: { readonly first: number; readonly size: number; earliest: number; latest: number }[];
  readonly lastSequence: number;
}

const whole = async (): Promise<Trail> => ({ ranges: [], lastSequence: 0 });

/** A store of one trail, and the timer that lists wait by, which ends by hand. */
const bench = (trail: () => Promise<Trail>, rest: () => Promise<unknown> = async () => undefined) => {
  const looks: string[] = [];
  const timers = new Map<() => void, number>();
  const unused = () => Promise.reject(new Error('there is nothing to do'));
  const indexer = new TrailIndexer(
    {
      trail: async (tenantId) => {
        looks.push(tenantId);
        return { firstSequence: 1, ...(await trail()) };
      },
      events: unused,
      add: unused,
      remove: async () => undefined,
      rest,
      wakeAfter: (ms, wake) => {
        timers.set(wake, ms);
        return () => timers.delete(wake);
      },
    },
    { levels: LEVELS },
  );
  const asked: number[] = [];
  const page = () =>
    indexer.page('t', async (mostWalked) => {
      asked.push(mostWalked);
      return mostWalked === READY_TO_READ ? undefined : PAGE;
    });
  return { indexer, looks, asked, timers, page };
};

/** Lets everything that waits for nothing come to its end. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

/** Ranges that overlap, so that there is always something to remove: an index that is never done. */
const endless = async (): Promise<Trail> => {
  const range = { first: 1, size: 32, earliest: 0, latest: 0 };
  return { ranges: [range, { ...range }], lastSequence: 1_000 };
};

describe('a page of a trail', () => {
  it('that walks little is read at once', async () => {
    const { indexer, looks, timers } = bench(whole);
    const asked: number[] = [];
    const page = await indexer.page('t', async (mostWalked) => {
      asked.push(mostWalked);
      return PAGE;
    });
    expect({ page, asked, looks }).to.deep.equal({ page: PAGE, asked: [READY_TO_READ], looks: [] });
    expect(timers.size).to.equal(0);
  });

  it('that would walk much is read when the index has caught up, or cannot', async () => {
    for (const trail of [whole, () => Promise.reject(new Error('planted'))]) {
      const { page, looks, asked, timers } = bench(trail);
      expect(await page()).to.equal(PAGE);
      expect({ asked, looks }).to.deep.equal({ asked: [READY_TO_READ, Infinity], looks: ['t'] });
      expect(timers.size).to.equal(0);
    }
  });

  it('is refused where the index takes longer than lists wait, and read once it is there', async () => {
    let [isThere, goOn] = [false, (): void => undefined];
    const step = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { indexer, page, looks, asked, timers } = bench(
      async () => (isThere ? whole() : endless()),
      () => step,
    );
    const refused = page().catch((fault: unknown) => fault);
    await settled();
    expect(indexer.behind()).to.deep.equal([{ tenantId: 't', left: 968 }]);
    expect([...timers.values()]).to.deep.equal([LIST_WAITS_MS]);
    for (const wake of timers.keys()) wake();
    const fault = (await refused) as PortUnavailable;
    expect(fault).to.be.instanceOf(PortUnavailable);
    expect([fault.port, fault.cause instanceof NotYetWhole]).to.deep.equal(['store', true]);
    expect([asked, timers.size]).to.deep.equal([[READY_TO_READ], 0]);
    isThere = true;
    goOn();
    await settled();
    expect([looks, indexer.behind()]).to.deep.equal([['t', 't'], []]);
    expect(await page()).to.equal(PAGE);
  });

  it('goes on with an index whose job had to stop, and does not walk instead', async () => {
    let isThere = false;
    const stop = { aborted: false };
    const { indexer, page, looks, asked } = bench(
      async () => (isThere ? whole() : endless()),
      async () => {
        [isThere, stop.aborted] = [true, true];
      },
    );
    const job = indexer.index('t', stop);
    expect(await page()).to.equal(PAGE);
    await job;
    expect([looks, asked]).to.deep.equal([
      ['t', 't'],
      [READY_TO_READ, Infinity],
    ]);
  });
});
