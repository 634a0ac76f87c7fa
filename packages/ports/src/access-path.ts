import type { AnyKind } from './record-kind.js';
import { type Order, rangesOf, type Where } from './record-store.js';

/** Attributes, in order; scope goes before, the id behind. */
export type AccessPath = readonly string[];

/**
 * The paths that a kind's records are found by, each an index of a store: those it names, and for its lists one for each sort and
 * one for each filter with each sort. Lists by several filters go by the first of them that has one.
 */
export const pathsOf = (kind: AnyKind): readonly AccessPath[] => {
  const read = PATHS.get(kind) ?? readPaths(kind);
  PATHS.set(kind, read);
  return read;
};

const PATHS = new WeakMap<AnyKind, readonly AccessPath[]>();

/** How a question is answered. */
export interface Access {
  readonly path: AccessPath;
  /** Whether the path gives the records in the order that is asked for; else those that match are sorted. */
  readonly ordered: boolean;
}

/**
 * The path that a question goes by: decided here by what is declared, since a database without statistics takes an index in the
 * order of the answer and walks past everything that does not match. Undefined: by the id, or by what the store knows better
 * (memberships, what several kinds of grants cover). `none`: the order does not matter.
 */
export const accessPath = (
  kind: AnyKind,
  where: Where<AnyKind> | undefined,
  order: Order<AnyKind> | 'none',
): Access | undefined => {
  const asked = askedOf(where);
  let best: (Access & { readonly rank: number }) | undefined;
  for (const path of pathsOf(kind)) {
    const found = rankOf(path, asked, order);
    if (found !== undefined && found.rank > (best?.rank ?? 0)) best = found;
  }
  return best === undefined ? undefined : { path: best.path, ordered: best.ordered };
};

interface Asked {
  readonly one: ReadonlySet<string>;
  readonly several: ReadonlySet<string>;
  readonly ranges: ReadonlySet<string>;
  readonly isMember: boolean;
}

const askedOf = (where: Where<AnyKind> = {}): Asked => {
  const { is = {}, has = {}, covered } = where;
  const given = Object.entries(is as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const one = given.filter(([, value]) => !Array.isArray(value) || value.length === 1).map(([name]) => name);
  const several = given.map(([name]) => name).filter((name) => !one.includes(name));
  if (covered !== undefined && covered.ids.length === 0)
    (covered.values.length === 1 ? one : several).push(covered.attribute as string);
  const ranges = rangesOf(where).map(({ attribute }) => attribute as string);
  const isMember = Object.values(has).some((text) => text !== undefined);
  return { one: new Set(one), several: new Set(several), ranges: new Set(ranges), isMember };
};

// In this order: what narrows the list and gives its order, the more it narrows the better; what narrows it; what orders it.
const rankOf = (path: AccessPath, asked: Asked, order: Order<AnyKind> | 'none') => {
  const { one, several, ranges, isMember } = asked;
  let equal = 0;
  while (equal < path.length && one.has(path[equal] as string)) equal += 1;
  const next = path[equal];
  const by = order === 'none' ? undefined : order.by;
  const ordered = by === 'id' ? next === undefined : next === by && path.length === equal + 1;
  const [isSeveral, isRange] = next === undefined ? [] : [several.has(next), ranges.has(next)];
  const narrows = equal + (isSeveral || isRange ? 0.5 : 0);
  // A membership leaves less than a range alone does.
  if (isMember && isRange && !isSeveral && equal === 0 && !ordered) return undefined;
  if (narrows === 0) return ordered ? { path, ordered, rank: 1 } : undefined;
  return { path, ordered, rank: (ordered ? 100 : 10) + narrows };
};

const readPaths = ({ indexes, lists }: AnyKind): readonly AccessPath[] => {
  const known = new Map<string, AccessPath>();
  const sorts: readonly AccessPath[] = (lists.sorts as readonly string[]).map((sort) =>
    sort === 'id' ? [] : [sort],
  );
  const filtered = (lists.filters as readonly string[]).flatMap((filter) =>
    sorts.map((sort) => [filter, ...sort]),
  );
  for (const path of [...(indexes as readonly AccessPath[]), ...filtered, ...sorts])
    if (path.length > 0) known.set(path.join(' '), path);
  return [...known.values()];
};
