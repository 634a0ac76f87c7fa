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
 * The path that a question goes by: decided here by what is declared, since a database without statistics takes an index in the order of the
 * answer and walks past everything that does not match. A text that is contained in an attribute is looked for in that attribute's path,
 * which holds every value of it without the records. Undefined: by the id, or by what the store knows better (memberships, what several
 * kinds of grants cover). `none`: the order does not matter.
 */
export const accessPath = (
  kind: AnyKind,
  where: Where<AnyKind> | undefined,
  order: Order<AnyKind> | 'none',
): Access | undefined => {
  const conditions = conditionsOf(where);
  const by = order === 'none' ? undefined : (order.by as string);
  let best: PathUse | undefined;
  for (const path of pathsOf(kind)) {
    const use = useOf(path, conditions, by);
    // Others do nothing for the question.
    const isUseful = use.narrows > 0 || use.ordered || use.searches;
    if (isUseful && (best === undefined || isBetter(use, best))) best = use;
  }
  return best === undefined ? undefined : { path: best.path, ordered: best.ordered };
};

/** What a path does for a question. */
interface PathUse extends Access {
  /** By how many of its attributes it narrows the list; one that only has a range, or several values, counts half. */
  readonly narrows: number;
  /** Whether it holds the attribute that shall contain a text, right behind what it narrows the list by. */
  readonly searches: boolean;
}

/** Better is what searches, then what narrows the list, then what gives its order, then what narrows it by more; of two alike the first. */
const isBetter = (one: PathUse, other: PathUse): boolean => {
  if (one.searches !== other.searches) return one.searches;
  if (one.narrows > 0 !== other.narrows > 0) return one.narrows > 0;
  if (one.ordered !== other.ordered) return one.ordered;
  return one.narrows > other.narrows;
};

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
  const [one, several] = [new Set<string>(), new Set<string>()];
  const name = (attribute: string, value: unknown): void => {
    (Array.isArray(value) && value.length !== 1 ? several : one).add(attribute);
  };
  for (const [attribute, value] of Object.entries(is)) if (value !== undefined) name(attribute, value);
  const byGrants = covered?.ids.length === 0 ? (covered.attribute as string) : undefined;
  if (byGrants !== undefined && !one.has(byGrants) && !several.has(byGrants)) name(byGrants, covered?.values);
  return {
    one,
    several,
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
  let equal = 0;
  while (equal < path.length && one.has(path[equal] as string)) equal += 1;
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
