import { expect } from 'chai';
import fc from 'fast-check';
import { addSeconds, epochMsOf, instantOf, parseInstant } from './instant.js';

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const moment = fc.integer({ min: 0, max: LAST });

describe('an instant', () => {
  it('is written in UTC with milliseconds', () => {
    expect(instantOf(0)).to.equal('1970-01-01T00:00:00.000Z');
    expect(instantOf(1_767_225_600_123)).to.equal('2026-01-01T00:00:00.123Z');
  });

  it('denotes one millisecond, and its text order is time order', () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(epochMsOf(instantOf(a))).to.equal(a);
        expect(instantOf(a) < instantOf(b)).to.equal(a < b);
      }),
    );
  });

  it('some seconds later or earlier', () => {
    expect(addSeconds('2026-01-31T23:59:59.500Z', 1)).to.equal('2026-02-01T00:00:00.500Z');
    expect(addSeconds('2026-01-01T00:00:00.000Z', -1)).to.equal('2025-12-31T23:59:59.000Z');
    expect(addSeconds('2026-01-01T00:00:00.000Z', 0.25)).to.equal('2026-01-01T00:00:00.250Z');
  });
});

describe('an instant beyond what can be written', () => {
  it('is clamped to the first or last one, so that text order stays time order', () => {
    const [first, last] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
    expect([addSeconds(last, 1), addSeconds('9999-12-31T00:00:00.000Z', 86_400 * 366)]).to.deep.equal([
      last,
      last,
    ]);
    expect([addSeconds(first, -1), instantOf(-1e300), instantOf(1e300)]).to.deep.equal([first, first, last]);
    expect(instantOf(Number.POSITIVE_INFINITY)).to.equal(last);
    expect(() => instantOf(Number.NaN)).to.throw(RangeError);
  });
});

describe('parseInstant', () => {
  it('reads date-times with any offset and precision', () => {
    expect(parseInstant('2026-01-01T00:00:00Z')).to.equal('2026-01-01T00:00:00.000Z');
    expect(parseInstant('2026-01-01T02:30:00+02:30')).to.equal('2026-01-01T00:00:00.000Z');
    expect(parseInstant('2025-12-31T19:00:00.5-05:00')).to.equal('2026-01-01T00:00:00.500Z');
    expect(parseInstant('2026-01-01T00:00:00.123456789Z')).to.equal('2026-01-01T00:00:00.123Z');
    expect(parseInstant('2028-02-29T00:00:00Z')).to.equal('2028-02-29T00:00:00.000Z');
  });

  const bad = [
    '',
    'now',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-1-1T00:00:00Z',
    '2026-01-01T00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00:00+99:99',
    '2026-01-01T00:00:00z',
    '2026-01-01T00:00:00.Z',
    '9999-12-31T23:59:59-23:59',
    '+010000-01-01T00:00:00Z',
    '0000-01-01T00:00:00+00:01',
    ' 2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z\n',
  ];
  for (const text of bad)
    it(`refuses ${JSON.stringify(text)}`, () => expect(parseInstant(text)).to.equal(undefined));

  it('reads every instant as itself', () => {
    fc.assert(
      fc.property(moment, (ms) => {
        expect(parseInstant(instantOf(ms))).to.equal(instantOf(ms));
      }),
    );
  });
});
