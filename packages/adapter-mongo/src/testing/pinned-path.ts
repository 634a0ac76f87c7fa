import type { DeclaredList } from '@govgate/ports-testkit';
import type { Document } from 'mongodb';
import { RECORD } from '../kinds/documents.js';
import { attributeField } from '../kinds/record-fields.js';
import { filterOf } from './listened-store.js';

/** Why the index that a read of a list is sent with is not the way of that list; undefined: it is. */
export const whyNotPinned = (
  read: Document,
  { filters }: DeclaredList,
  indexes: readonly Document[],
): string | undefined => {
  const { hint } = read;
  if (hint === undefined) return 'is left to the planner';
  if (!indexes.some((key) => JSON.stringify(key) === JSON.stringify(hint))) return 'names no index';
  const equal = equalitiesOf(read);
  const key = Object.entries(hint as Record<string, number>);
  const end = key.findIndex(([name]) => !equal.includes(name));
  const narrowing = key.slice(0, end).map(([name]) => name);
  if (!SCOPE.every((name, i) => narrowing[i] === name)) return 'does not begin with the scope';
  const fields = filters.map(attributeField);
  if (fields.length > 0 && !fields.some((name) => narrowing.includes(name))) return 'goes by no filter';
  return isRun(key.slice(end), orderOf(read, equal)) ? undefined : 'is not in the order of the list';
};

const SCOPE = [RECORD.tenantId, RECORD.environmentId] as const;

type Directions = readonly (readonly [field: string, direction: number])[];

const equalitiesOf = (read: Document): readonly string[] =>
  Object.entries(filterOf(read))
    .filter(([, value]) => typeof value !== 'object')
    .map(([name]) => name);

// The driver sends an order as a map. A field that has one value takes no part.
const orderOf = (read: Document, equal: readonly string[]): Directions =>
  [...((read.sort ?? new Map()) as ReadonlyMap<string, number>)].filter(([name]) => !equal.includes(name));

/** Whether an index, read one way or the other, gives an order. */
const isRun = (key: Directions, order: Directions): boolean =>
  [1, -1].some((way) =>
    order.every(([name, direction], i) => key[i]?.[0] === name && key[i]?.[1] === direction * way),
  );
