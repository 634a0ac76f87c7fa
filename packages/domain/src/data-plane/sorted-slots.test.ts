import { expect } from 'chai';
import fc from 'fast-check';
import { SortedSlots } from './sorted-slots.js';

describe('sorted slots', () => {
  it('are the live ones in order, after any changes and removals', () => {
    const change = fc.record({
      slot: fc.nat(9),
      value: fc.option(fc.integer({ min: 0, max: 4 })),
      asks: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const values = new Map<number, number>();
        const slots = new SortedSlots(
          (a, b) => (values.get(a) ?? 0) - (values.get(b) ?? 0) || a - b,
          (slot) => values.has(slot),
        );
        for (const { slot, value, asks } of changes) {
          slots.touch(slot);
          if (value === null) values.delete(slot);
          else values.set(slot, value);
          expect(slots.isStale).to.equal(true);
          if (!asks) continue;
          const live = [...values].sort(([a, x], [b, y]) => x - y || a - b).map(([live]) => live);
          expect([[...slots.order()], slots.isStale]).to.deep.equal([live, false]);
        }
      }),
    );
  });
});
