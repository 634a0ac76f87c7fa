import { compareText } from '../text-order.js';
import { lowerBound } from './sorted-slots.js';

/** An order of slots by text, then by id, both ascending. */
export interface TextOrder {
  readonly slots: Int32Array;
  readonly textOf: (slot: number) => string;
  readonly idOf: (slot: number) => string;
}

/**
 * Visits the slots after a place until `take` is false. Descending applies to the text only: equal texts are still visited by ascending id.
 */
export const walkText = (
  order: TextOrder,
  direction: 'asc' | 'desc',
  after: { readonly value: string; readonly id: string } | undefined,
  take: (slot: number) => boolean,
): void => {
  const { length } = order.slots;
  if (direction === 'asc') {
    visit(order, after === undefined ? 0 : firstBehind(order, after), length, take);
    return;
  }
  if (after !== undefined) {
    const runEnd = lowerBound(order.slots, 0, (slot) =>
      compareText(order.textOf(slot), after.value) <= 0 ? -1 : 1,
    );
    if (!visit(order, firstBehind(order, after), runEnd, take)) return;
  }
  visitRunsDown(order, after === undefined ? length : firstOfText(order, after.value), take);
};

const visitRunsDown = (order: TextOrder, from: number, take: (slot: number) => boolean): void => {
  const textAt = (position: number): string => order.textOf(order.slots[position] as number);
  for (let end = from; end > 0; ) {
    const text = textAt(end - 1);
    let start = end - 1;
    while (start > 0 && textAt(start - 1) === text) start -= 1;
    if (!visit(order, start, end, take)) return;
    end = start;
  }
};

const visit = (order: TextOrder, from: number, to: number, take: (slot: number) => boolean): boolean => {
  for (let position = from; position < to; position += 1)
    if (!take(order.slots[position] as number)) return false;
  return true;
};

const firstOfText = (order: TextOrder, text: string): number =>
  lowerBound(order.slots, 0, (slot) => compareText(order.textOf(slot), text));

const firstBehind = (order: TextOrder, place: { readonly value: string; readonly id: string }): number =>
  lowerBound(order.slots, 0, (slot) => {
    const relation = compareText(order.textOf(slot), place.value) || compareText(order.idOf(slot), place.id);
    return relation <= 0 ? -1 : 1;
  });
