import { comparePlaces } from '@govgate/domain';

interface Place {
  readonly value: number;
  readonly id: string;
}

interface Asked {
  readonly direction: 'asc' | 'desc';
  readonly after?: Place;
  readonly limit: number;
}

/**
 * A page of ids in the order of what is counted for each, for a store that keeps no such order. Ids come in theirs, in which equals
 * stay: only those that have a count are sorted.
 */
export const pageOfPlaces = (
  ids: readonly string[],
  counts: ReadonlyMap<string | number, number>,
  { direction, after, limit }: Asked,
): { readonly shown: readonly Place[]; readonly more: boolean } => {
  const places = inOrder(ids, counts, direction);
  const first =
    after === undefined ? 0 : places.findIndex((place) => comparePlaces(place, after, direction) > 0);
  const behind = first === -1 ? [] : places.slice(first);
  return { shown: behind.slice(0, limit), more: behind.length > limit };
};

const inOrder = (
  ids: readonly string[],
  counts: ReadonlyMap<string | number, number>,
  direction: 'asc' | 'desc',
): readonly Place[] => {
  const places = ids.map((id) => ({ value: counts.get(id) ?? 0, id }));
  const idle = places.filter(({ value }) => value === 0);
  const busy = places.filter(({ value }) => value > 0);
  return direction === 'asc'
    ? [...idle, ...busy.sort((a, b) => a.value - b.value)]
    : [...busy.sort((a, b) => b.value - a.value), ...idle];
};
