import { expect } from 'chai';
import fc from 'fast-check';
import { isLinearizable, type RegisterOperation } from './linearizable.js';

const write = (value: string, calledAt: number, answeredAt: number): RegisterOperation => ({
  kind: 'write',
  value,
  calledAt,
  answeredAt,
});
const read = (value: string | null, calledAt: number, answeredAt: number): RegisterOperation => ({
  kind: 'read',
  value,
  calledAt,
  answeredAt,
});

const NEVER = Number.POSITIVE_INFINITY;

describe('the search for a linearization', () => {
  for (const [what, history] of [
    ['nothing', []],
    ['a read of what was there', [read(null, 0, 1)]],
    ['writes and reads one after the other', [write('a', 0, 1), read('a', 2, 3), write('b', 4, 5)]],
    ['a read that sees a write under way', [write('a', 0, 9), read('a', 1, 2)]],
    ['a read that does not yet see a write under way', [write('a', 0, 9), read(null, 1, 2), read('a', 3, 4)]],
    [
      'writes at once in the order that the reads tell',
      [write('a', 0, 9), write('b', 0, 9), read('b', 1, 2), read('a', 10, 11)],
    ],
    ['a write without an answer that happened', [write('a', 0, NEVER), read(null, 1, 2), read('a', 3, 4)]],
    ['a write without an answer that never happened', [write('a', 0, NEVER), read(null, 5, 6)]],
  ] as const)
    it(`finds one for ${what}`, () => expect(isLinearizable(history, null)).to.equal(true));

  for (const [what, history] of [
    ['a stale read', [write('a', 0, 1), read(null, 2, 3)]],
    ['a lost write', [write('a', 0, 1), write('b', 2, 3), read('a', 4, 5)]],
    ['a read of what nobody wrote', [read('a', 0, 1)]],
    ['reads that go back', [write('a', 0, 9), read('a', 1, 2), read(null, 3, 4)]],
    [
      'two readers who saw two orders',
      [write('a', 0, 9), write('b', 0, 9), read('a', 10, 11), read('b', 12, 13)],
    ],
    ['a write seen before it was called', [read('a', 0, 1), write('a', 2, 3)]],
    [
      'a write without an answer that comes back after a read saw another',
      [write('a', 0, NEVER), write('b', 1, 2), read('a', 3, 4), read('b', 5, 6)],
    ],
  ] as const)
    it(`finds none for ${what}`, () => expect(isLinearizable(history, null)).to.equal(false));

  /** A history of a real register: every operation happens at its own moment. */
  const histories = fc
    .array(
      fc.record({
        writes: fc.boolean(),
        value: fc.constantFrom('a', 'b', 'c'),
        before: fc.nat(8),
        after: fc.nat(8),
      }),
      { maxLength: 60 },
    )
    .map((moments) => {
      let value: string | null = null;
      return moments.map(({ writes, value: wanted, before, after }, i): RegisterOperation => {
        if (writes) value = wanted;
        return { kind: writes ? 'write' : 'read', value, calledAt: i - before, answeredAt: i + after + 0.5 };
      });
    });

  it('finds one for every history of a real register', () =>
    fc.assert(fc.property(histories, (history) => isLinearizable(history, null))));

  it('finds none once a read of such a history saw what was never written', () =>
    fc.assert(
      fc.property(histories, fc.nat(), (history, at) => {
        const planted = [...history];
        planted.splice(at % (history.length + 1), 0, read('never', at % 60, (at % 60) + 1));
        return !isLinearizable(planted, null);
      }),
    ));

  it('handles thousands of operations of eight clients in time', () => {
    const history = Array.from({ length: 5_000 }, (_, i) =>
      i % 3 === 0 ? write(`v${i}`, i, i + 7) : read(`v${i - (i % 3)}`, i, i + 7),
    );
    expect(isLinearizable(history, null)).to.equal(true);
    expect(isLinearizable([...history, read('v0', 9_000, 9_001)], null)).to.equal(false);
  });
});
