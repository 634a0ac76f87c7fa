/** Filters of a list that somebody saved under a name, as the query that they are in its address. */
export interface FilterSet {
  readonly name: string;
  readonly query: string;
}

/** Saved filters, by the path of their list. */
export type FilterSets = Readonly<Record<string, readonly FilterSet[]>>;

export const MOST_SETS = 12;
export const LONGEST_NAME = 40;

/** The saved filters in what a browser kept. Anything else in there is ignored: other versions and other hands may have written it. */
export const filterSetsIn = (kept: string | undefined): FilterSets => {
  const lists = parsed(kept ?? '');
  if (typeof lists !== 'object' || lists === null) return {};
  return Object.fromEntries(
    Object.entries(lists).map(([path, sets]) => [path, Array.isArray(sets) ? soundOf(sets) : []]),
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const soundOf = (found: readonly unknown[]): FilterSet[] => {
  const sets: FilterSet[] = [];
  for (const one of found) {
    const { name, query } = (one ?? {}) as Partial<Record<keyof FilterSet, unknown>>;
    if (typeof name !== 'string' || typeof query !== 'string' || query === '') continue;
    if (name.length <= LONGEST_NAME && nameFault(sets, name) === undefined)
      sets.push({ name: name.trim(), query });
  }
  return sets;
};

/** Why filters cannot be saved under a name beside those that are. */
export const nameFault = (
  others: readonly FilterSet[],
  name: string,
): 'unnamed' | 'taken' | 'full' | undefined => {
  const trimmed = name.trim();
  if (trimmed === '') return 'unnamed';
  if (others.some((one) => one.name.toLowerCase() === trimmed.toLowerCase())) return 'taken';
  return others.length < MOST_SETS ? undefined : 'full';
};

/** The filters in the query of an address, in the list's order: equal if they filter alike. */
export const filtersIn = (
  query: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string =>
  new URLSearchParams(names.flatMap((name) => (query[name] ? [[name, query[name]]] : []))).toString();
