import type { After, AnyKind, Order } from '@govgate/ports';
import { RECORD } from '../kinds/documents.js';
import { type Conditions, fieldOf, typed } from './where-filter.js';

/**
 * The conditions of "after a place" as consecutive queries: first the rest of the place's own value, then the values after it. Two bounded
 * index scans instead of an $or, which planners scan from the start.
 */
export const partsBehind = (
  kind: AnyKind,
  order: Order<AnyKind>,
  after: After | undefined,
): readonly Conditions[] => {
  if (after === undefined) return [[]];
  const beyond = order.direction === 'desc' ? '$lt' : '$gt';
  if (order.by === 'id') return [[{ [RECORD.id]: { [beyond]: typed(after.id) } }]];
  const field = fieldOf(kind, order.by);
  return [
    [{ [field]: typed(after.value) }, { [RECORD.id]: { $gt: typed(after.id) } }],
    [{ [field]: { [beyond]: typed(after.value) } }],
  ];
};
