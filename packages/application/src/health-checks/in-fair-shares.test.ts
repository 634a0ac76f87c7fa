import { expect } from 'chai';
import { describe, it } from 'mocha';
import { inFairShares } from './in-fair-shares.js';

const GO_ON = { aborted: false };

const owned = (owner: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ owner, item: `${owner}${i}` }));

/** Items whose work the test ends, and which of it was started. */
const bench = () => {
  const begun: string[] = [];
  const ends = new Map<string, (fault?: Error) => void>();
  const act = (item: string): Promise<void> => {
    begun.push(item);
    return new Promise((resolve, reject) => {
      ends.set(item, (fault) => (fault === undefined ? resolve() : reject(fault)));
    });
  };
  const end = async (item: string, fault?: Error): Promise<void> => {
    ends.get(item)?.(fault);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, act, end };
};

describe('fair shares', () => {
  it('let the owners take turns, however many items one has', async () => {
    const { begun, act, end } = bench();
    const done = inFairShares(
      [...owned('a', 500), ...owned('b', 2), ...owned('c', 1)],
      { shares: { atATime: 6, perOwner: 6 }, signal: GO_ON },
      act,
    );
    expect(begun).to.deep.equal(['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
    await end('c0');
    expect(begun.at(-1)).to.equal('a3');
    for (let i = 0; i < 500; i += 1) await end(`a${i}`);
    for (const item of ['b0', 'b1']) await end(item);
    await done;
    expect(begun.length).to.equal(503);
  });

  it('give no owner more than its share, even while others have nothing to do', async () => {
    const { begun, act, end } = bench();
    const done = inFairShares(
      [...owned('a', 500), ...owned('b', 5)],
      { shares: { atATime: 64, perOwner: 4 }, signal: GO_ON },
      act,
    );
    expect(begun.filter((item) => item.startsWith('a')).length).to.equal(4);
    for (let i = 0; i < 5; i += 1) await end(`b${i}`);
    expect(begun.filter((item) => item.startsWith('b')).length).to.equal(5);
    expect(begun.filter((item) => item.startsWith('a')).length).to.equal(4);
    for (let i = 0; i < 500; i += 1) await end(`a${i}`);
    await done;
  });

  it('start nothing after the signal, and wait for what is under way', async () => {
    const { begun, act, end } = bench();
    const signal = { aborted: false };
    const done = inFairShares(owned('a', 10), { shares: { atATime: 2, perOwner: 2 }, signal }, act);
    signal.aborted = true;
    await end('a0');
    await end('a1');
    await done;
    expect(begun).to.deep.equal(['a0', 'a1']);
  });

  it('report a failure once everything that was started has ended', async () => {
    const { begun, act, end } = bench();
    const done = inFairShares(owned('a', 10), { shares: { atATime: 2, perOwner: 2 }, signal: GO_ON }, act);
    const reported = done.catch((fault: Error) => fault.message);
    await end('a0', new Error('the store is away'));
    await end('a1');
    expect([await reported, begun]).to.deep.equal(['the store is away', ['a0', 'a1']]);
    await inFairShares([], { shares: { atATime: 1, perOwner: 1 }, signal: GO_ON }, act);
  });
});
