import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Matches, packPositions, timesIn } from './matches.js';

const SIZE = 128;
const EVERY = Array.from({ length: SIZE }, (_, position) => position);

const positions = fc
  .uniqueArray(fc.nat({ max: SIZE - 1 }), { maxLength: SIZE })
  .map((made) => made.toSorted((a, b) => a - b));

describe('the matches of a range', () => {
  it('are the positions that every condition has, in either direction from any of them', () => {
    fc.assert(
      fc.property(fc.array(positions, { maxLength: 3 }), fc.nat({ max: SIZE }), (conditions, from) => {
        const matches = new Matches(SIZE);
        for (const condition of conditions) matches.keep(packPositions(condition, SIZE));
        const wanted = EVERY.filter((one) => conditions.every((condition) => condition.includes(one)));
        expect(matches.count).to.equal(wanted.length);
        expect(matches.some(from, 'asc', 5)).to.deep.equal(wanted.filter((one) => one >= from).slice(0, 5));
        const back = Math.min(from, SIZE - 1);
        expect(matches.some(back, 'desc', 5)).to.deep.equal(
          wanted
            .toReversed()
            .filter((one) => one <= back)
            .slice(0, 5),
        );
      }),
    );
  });

  it('are packed by the shorter of two forms, and read wherever their bytes lie', () => {
    for (const count of [0, 1, 7, 8, SIZE]) {
      const packed = packPositions(EVERY.slice(0, count), SIZE);
      expect(packed.length).to.equal(Math.min(count * 2, SIZE / 8));
      const elsewhere = new Uint8Array(packed.length + 1).subarray(1);
      elsewhere.set(packed);
      const matches = new Matches(SIZE);
      matches.keep(elsewhere);
      expect(matches.count).to.equal(count);
    }
  });

  it('have times that are read wherever their bytes lie', () => {
    const times = [0, 1_767_225_600_000, -1, Number.NaN];
    const bytes = new Uint8Array(Float64Array.from(times).buffer);
    for (const offset of [0, 1, 4, 8]) {
      const elsewhere = new Uint8Array(bytes.length + offset).subarray(offset);
      elsewhere.set(bytes);
      expect([...timesIn(elsewhere)], `${offset}`).to.deep.equal(times);
    }
  });

  it('are within times from the first on and before the second; what has no time is never', () => {
    const times = Float64Array.from(EVERY, (position) => (position === 3 ? Number.NaN : 100 - position));
    const matches = new Matches(SIZE);
    matches.keepTimes(times, { from: 95, to: 99 });
    expect(matches.some(0, 'asc', 9)).to.deep.equal([2, 4, 5]);
    matches.keepTimes(times, { from: Number.NEGATIVE_INFINITY, to: 96 });
    expect(matches.some(0, 'asc', 9)).to.deep.equal([5]);
  });
});
