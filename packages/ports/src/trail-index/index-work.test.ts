import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { nextIndexWork, rangesInUse } from './index-work.js';

const LEVELS = [
  { size: 32, fewest: 2 },
  { size: 128, fewest: 4 },
];

interface Place {
  readonly first: number;
  readonly size: number;
}

/** Also the size of another version's ranges. */
const SIZES = [32, 64, 128];

const places = fc.uniqueArray(
  fc
    .record({ size: fc.constantFrom(...SIZES), place: fc.nat({ max: 20 }) })
    .map(({ size, place }) => ({ first: place * size + 1, size })),
  { selector: ({ first, size }) => `${first}/${size}`, maxLength: 12 },
);

/** Does what is to be done until nothing is. */
const kept = (before: readonly Place[], firstSequence: number, lastSequence: number): readonly Place[] => {
  let ranges = before;
  for (let steps = 0; steps < 200; steps += 1) {
    const work = nextIndexWork({ firstSequence, lastSequence, ranges }, LEVELS);
    if (work === undefined) return ranges;
    if ('remove' in work) ranges = ranges.filter((range) => !work.remove.includes(range));
    else ranges = [...ranges, { first: work.build.first, size: work.build.level.size }];
  }
  throw new Error('it never ends');
};

const isCovered = (ranges: readonly Place[], from: number, size: number): boolean =>
  ranges.some((range) => range.first <= from && range.first + range.size >= from + size);

describe('the work on the index of a trail', () => {
  it('ends with each complete range in the largest size, once, and with no other, whatever there was', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 700 }), fc.nat({ max: 700 }), (before, first, more) => {
        const last = first + more;
        const there = before.filter((place) => place.first + place.size - 1 <= last);
        const ranges = kept(there, first, last);
        expect(rangesInUse(ranges, first)).to.have.length(ranges.length);
        for (const { size } of LEVELS)
          for (let from = 1; from + size - 1 <= last; from += size)
            expect(isCovered(ranges, from, size), `${from}/${size}`).to.equal(from >= first);
        expect(ranges.reduce((sum, { size }) => sum + size, 0)).to.be.at.most(last - first + 1);
      }),
    );
  });

  it('is none of a trail without events', () => {
    const none = { firstSequence: Number.POSITIVE_INFINITY, lastSequence: 0, ranges: [] };
    expect(nextIndexWork(none, LEVELS)).to.equal(undefined);
  });

  it('reads neither ranges of which events are gone nor those within a larger one', () => {
    const [whole, within, cut, beyond] = [
      { first: 129, size: 128 },
      { first: 161, size: 32 },
      { first: 1, size: 128 },
      { first: 97, size: 32 },
    ];
    expect(rangesInUse([within, whole, cut, beyond], 33)).to.deep.equal([beyond, whole]);
  });
});
