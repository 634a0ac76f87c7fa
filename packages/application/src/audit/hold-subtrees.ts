import { KEPT_LEVELS, type KeptSubtree } from '@govgate/ports';
import type { StoreWalk } from './walk-trail.js';

/** Kept subtrees compared at a time: one read each would mean one for every 256 events. */
export const SUBTREES_AT_ONCE = 64;

/** Compares the subtrees completed on a walk with the kept ones; false if one differs or is missing. */
export const holdSubtrees = async (
  { deps, tenantId, walk, subtrees }: StoreWalk,
  { signedSize, atOnce }: { readonly signedSize: number; readonly atOnce: number },
): Promise<boolean> => {
  if (subtrees.size < atOnce) return true;
  const complete = subtrees.take();
  for (const level of KEPT_LEVELS) {
    const right = complete.filter((subtree) => subtree.level === level);
    const [first] = right;
    if (first === undefined) continue;
    const kept = await deps.auditTrail.subtrees(tenantId, level, first.place, right.length);
    const byPlace = new Map(kept.map((subtree) => [subtree.place, subtree]));
    // Those of unsigned events may be missing.
    const wrong = right.find((subtree) => {
      const found = byPlace.get(subtree.place);
      return found === undefined ? endOf(subtree) <= signedSize : !isSame(subtree, found);
    });
    if (wrong !== undefined) return walk.fail({ sequence: endOf(wrong), reasonCode: 'subtree_mismatch' });
  }
  return true;
};

const endOf = ({ level, place }: KeptSubtree): number => (place + 1) * 2 ** level;

const isSame = (right: KeptSubtree, kept: KeptSubtree): boolean =>
  right.hash === kept.hash && right.latest === kept.latest;
