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
 * order of the answer and walks past everything that does not match. Best is a path that narrows the list and gives its order, then one that
 * narrows it, then one that gives its order; of two alike the one that narrows it by more, then the one declared first. A text that is
 * contained in an attribute is looked for in that attribute's path, which holds every value of it without the records. Undefined: by the id, or by what the store knows better (memberships, what several kinds of grants cover). `none`: the order does not matter.
 */
export const accessPath = (
  kind: AnyKind,
  where: Where<AnyKind> | undefined,
  order: Order<AnyKind> | 'none',
): Access | undefined => {
  const conditions = conditionsOf(where);
  const by = order === 'none' ? undefined : (order.by as string);
  const uses = pathsOf(kind)
    .map((path) => useOf(path, conditions, by))
    .filter(({ narrows, ordered, searches }) => narrows > 0 || ordered || searches);
  const [best] = uses.sort((a, b) => usefulness(b) - usefulness(a) || b.narrows - a.narrows);
  return best === undefined ? undefined : { path: best.path, ordered: best.ordered };
};

/** What a path does for a question. */
interface PathUse extends Access {
  /** By how many of its attributes it narrows the list; one that only has a range, or several values, counts half. */
  readonly narrows: number;
  /** Whether it holds the attribute that shall contain a text, right behind what it narrows the list by. */
  readonly searches: boolean;
}

const usefulness = ({ narrows, ordered, searches }: PathUse): number =>
  (searches ? 4 : 0) + (narrows > 0 ? 2 : 0) + (ordered ? 1 : 0);

/** The attributes that a question names, by what it says of them. */
interface Conditions {
  readonly one: ReadonlySet<string>;
  readonly several: ReadonlySet<string>;
  readonly ranges: ReadonlySet<string>;
  readonly searched: string | undefined;
  readonly isMember: boolean;
}

const conditionsOf = (where: Where<AnyKind> = {}): Conditions => {
  const { is = {}, has = {}, contains, covered } = where;
  const named = new Map(
    Object.entries(is as Record<string, unknown>).filter(([, value]) => value !== undefined),
  );
  if (covered !== undefined && covered.ids.length === 0 && !named.has(covered.attribute as string))
    named.set(covered.attribute as string, covered.values);
  const isOne = (value: unknown): boolean => !Array.isArray(value) || value.length === 1;
  const names = (wanted: boolean) =>
    new Set([...named].filter(([, value]) => isOne(value) === wanted).map(([name]) => name));
  return {
    one: names(true),
    several: names(false),
    ranges: new Set(rangesOf(where).map(({ attribute }) => attribute as string)),
    searched: contains?.attribute as string | undefined,
    isMember: Object.values(has).some((text) => text !== undefined),
  };
};

const useOf = (
  path: AccessPath,
  { one, several, ranges, searched, isMember }: Conditions,
  by: string | undefined,
): PathUse => {
  const end = path.findIndex((name) => !one.has(name));
  const equal = end === -1 ? path.length : end;
  const next = path[equal] ?? '';
  const ordered = by === 'id' ? equal === path.length : next === by && path.length === equal + 1;
  // A membership leaves less than a range alone does.
  const isWeak = isMember && equal === 0 && !ordered && !several.has(next);
  const isFurther = several.has(next) || (ranges.has(next) && !isWeak);
  return { path, ordered, narrows: equal + (isFurther ? 0.5 : 0), searches: next === searched };
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
