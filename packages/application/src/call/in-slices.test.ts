import { setImmediate as nextTurn } from 'node:timers/promises';
import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { inSlices } from './in-slices.js';
import { TenantQueue } from './tenant-queue.js';

describe('inSlices', () => {
  const clock = manualClock();
  /** Work that notes whose it was in each turn of the event loop. */
  const bench = () => {
    const turns: string[] = [];
    const tenantQueue = new TenantQueue(async () => {
      turns.push('');
      await nextTurn();
    });
    const work = (tenantId: string, steps: number, stepMs: number): Promise<string> =>
      inSlices({ clock, tenantQueue }, tenantId, stepping(tenantId, steps, stepMs));
    function* stepping(tenantId: string, steps: number, stepMs: number): Generator<undefined, string> {
      for (let done = 0; done < steps; done += 1) {
        clock.advance(stepMs);
        turns.push(`${turns.pop()}${tenantId}`);
        yield;
      }
      return 'finished';
    }
    return { turns, work };
  };

  it('yields to others every ten milliseconds, and returns the result of the work', async () => {
    const { turns, work } = bench();
    expect(await work('a', 10, 4)).to.equal('finished');
    expect(turns).to.deep.equal(['aaa', 'aaa', 'aaa', 'a']);
  });

  it('alternates between tenants, however much one of them wants', async () => {
    const { turns, work } = bench();
    await Promise.all([work('a', 4, 10), work('a', 4, 10), work('a', 4, 10), work('b', 2, 10)]);
    expect(turns.filter((turn) => turn !== '').slice(0, 5)).to.deep.equal(['a', 'b', 'a', 'b', 'a']);
  });
});
