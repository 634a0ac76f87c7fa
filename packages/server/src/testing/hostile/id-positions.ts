import type { OperationSample } from '../samples/operation-sample.js';

/** A position of an id in a call. */
export interface IdPosition {
  readonly part: 'params' | 'query' | 'body';
  readonly path: readonly (string | number)[];
  readonly id: string;
}

/** Every position of a known id in a sample. */
export const idPositions = (sample: OperationSample, known: ReadonlySet<string>): readonly IdPosition[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    textsIn(sample[part] ?? {})
      .filter(({ id }) => known.has(id))
      .map((found) => ({ part, ...found })),
  );

/** The sample with another id at one place. */
export const withId = (sample: OperationSample, { part, path }: IdPosition, id: string): OperationSample => ({
  ...sample,
  [part]: replaced(sample[part], path, id),
});

/** Replaces whole texts wherever they stand. */
export const renamed = <T>(value: T, names: ReadonlyMap<string, string>): T =>
  JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' ? (names.get(inner) ?? inner) : inner,
  ) as T;

/** The texts of a sample that name the record that it creates. */
export const newIdsOf = (sample: OperationSample): readonly string[] =>
  textsIn(sample.body ?? {})
    .map(({ id }) => id)
    .filter((id) => /^[a-z]+_new$/.test(id));

const textsIn = (
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly { readonly path: readonly (string | number)[]; readonly id: string }[] => {
  if (typeof value === 'string') return [{ path, id: value }];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => textsIn(inner, [...path, key]));
};

const replaced = (value: unknown, [key, ...rest]: readonly (string | number)[], id: string): unknown => {
  if (key === undefined) return id;
  if (Array.isArray(value)) return value.map((inner, i) => (i === key ? replaced(inner, rest, id) : inner));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, id) };
};
