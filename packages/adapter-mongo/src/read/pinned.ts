import { type AnyKind, accessPath, type Order, type Where } from '@govgate/ports';
import type { Document } from 'mongodb';
import { pathKey } from '../kinds/indexes.js';

/** A planner that is left to itself tries several indexes on what it has at hand, and keeps what was best for another value. */
export const pinned = (
  kind: AnyKind,
  where: Where<AnyKind> | undefined,
  order: Order<AnyKind> | 'none',
): { hint?: Document } => {
  const access = accessPath(kind, where, order);
  if (access === undefined) return {};
  const isDown = order !== 'none' && order.by !== 'id' && order.direction === 'desc';
  return { hint: pathKey(access.path, isDown ? -1 : 1) };
};
