import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { inTurns } from './in-turns.js';

describe('inTurns', () => {
  const workOf = (steps: number, stepMs: number) => {
    const clock = manualClock();
    const turns: number[] = [];
    let done = 0;
    const patience = {
      wait: async (ms: number) => {
        expect(ms).to.equal(0);
        turns.push(done);
        return 'elapsed' as const;
      },
    };
    function* work(): Generator<undefined, string> {
      for (; done < steps; done += 1) {
        clock.advance(stepMs);
        yield;
      }
      return 'finished';
    }
    return { deps: { clock, patience }, work, turns };
  };

  it('yields to others every ten milliseconds, and returns the result of the work', async () => {
    const { deps, work, turns } = workOf(10, 4);
    expect(await inTurns(deps, work())).to.equal('finished');
    expect(turns).to.deep.equal([2, 5, 8]);
  });

  it('does short work without a pause', async () => {
    const { deps, work, turns } = workOf(3, 3);
    expect(await inTurns(deps, work())).to.equal('finished');
    expect(turns).to.deep.equal([]);
  });
});
