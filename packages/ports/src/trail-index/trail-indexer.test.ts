import { expect } from 'chai';
import { describe, it } from 'mocha';
import { TrailIndexer } from './trail-indexer.js';

const LEVELS = [{ size: 32, fewest: 2 }];
const PAGE = { items: [], totalCount: 0, more: false };

/** A store whose index is whole, or of which nothing can be read. */
const indexerOn = (trail: () => Promise<never> | Promise<{ ranges: []; lastSequence: 0 }>) => {
  const looks: string[] = [];
  const unused = () => Promise.reject(new Error('there is nothing to do'));
  const indexer = new TrailIndexer(
    {
      trail: async (tenantId) => {
        looks.push(tenantId);
        return { firstSequence: 1, ...(await trail()) };
      },
      events: unused,
      add: unused,
      remove: unused,
      rest: async () => undefined,
    },
    LEVELS,
  );
  return { indexer, looks };
};

const whole = async () => ({ ranges: [], lastSequence: 0 }) as { ranges: []; lastSequence: 0 };

describe('a page of a trail', () => {
  it('that walks little is read at once', async () => {
    const { indexer, looks } = indexerOn(whole);
    const asked: number[] = [];
    const page = await indexer.page('t', async (mostWalked) => {
      asked.push(mostWalked);
      return PAGE;
    });
    expect({ page, asked, looks }).to.deep.equal({ page: PAGE, asked: [256], looks: [] });
  });

  it('that would walk much is read when the index has caught up, or cannot', async () => {
    for (const trail of [whole, () => Promise.reject(new Error('planted'))]) {
      const { indexer, looks } = indexerOn(trail);
      const asked: number[] = [];
      const page = await indexer.page('t', async (mostWalked) => {
        asked.push(mostWalked);
        return asked.length === 1 ? undefined : PAGE;
      });
      expect({ page, asked, looks }).to.deep.equal({ page: PAGE, asked: [256, Infinity], looks: ['t'] });
    }
  });
});
