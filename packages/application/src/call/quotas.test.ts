import { manualClock } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { isWithin, makeTakeQuota } from './quotas.js';

const bench = (quota: number) => {
  const hits: (readonly [string, number])[] = [];
  const clock = manualClock('2026-01-01T00:00:12.345Z');
  const counter = {
    hit: (key: string, windowStartMs: number) =>
      hits.push([key, windowStartMs - Date.parse('2026-01-01T00:00:00.000Z')]),
  };
  return {
    hits,
    take: makeTakeQuota(counter, clock, { reads: quota, writes: 0, delivery_tests: 1, evaluations: 0 }),
  };
};

describe('a quota', () => {
  it('counts a call of a subject in its minute, and reports the subject’s usage', async () => {
    const { hits, take } = bench(1);
    const first = await take('reads', 'acme', 'user', 'ada');
    const second = await take('reads', 'acme', 'user', 'ada');
    expect([first, second]).to.deep.equal([
      { rateClass: 'reads', quota: 1, used: 1, seconds: 48 },
      { rateClass: 'reads', quota: 1, used: 2, seconds: 48 },
    ]);
    expect([isWithin(first), isWithin(second)]).to.deep.equal([true, false]);
    expect(hits).to.deep.equal([
      ['reads:acme:user:ada', 0],
      ['reads:acme:user:ada', 0],
    ]);
  });

  it('of 0 counts and limits nothing', async () => {
    const { hits, take } = bench(0);
    expect([await take('writes', 'acme'), isWithin(undefined), hits]).to.deep.equal([undefined, true, []]);
  });
});
