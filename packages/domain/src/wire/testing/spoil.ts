import fc from 'fast-check';

type OwnedKey = readonly [owner: Record<string, unknown>, key: string];

/** What no answer has where it stands: values of other types, and texts that are no identifier, code, time or word of the contract. */
const JUNK: readonly unknown[] = [
  null,
  undefined,
  0,
  -1,
  1.5,
  true,
  '',
  ' ',
  'not any-thing',
  '9999 AD',
  [[]],
  [null],
  {},
  { a: 1 },
];

/** Ways to spoil an answer so that it loses its shape: junk in a position, a member lost, renamed or in camelCase. */
export const anySpoilt = <T extends object>(answer: T): fc.Arbitrary<unknown> => {
  const count = placesOf(answer).length;
  const copy = (): T => JSON.parse(JSON.stringify(answer)) as T;
  const spoil = (at: number, how: (place: OwnedKey) => void): unknown => {
    const spoilt = copy();
    how(placesOf(spoilt)[at] as OwnedKey);
    return spoilt;
  };
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(fc.nat(count - 1), fc.constantFrom(...JUNK)).map(([at, junk]) =>
        spoil(at, ([owner, key]) => {
          owner[key] = junk;
        }),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.nat(count - 1).map((at) =>
        spoil(at, ([owner, key]) => {
          delete owner[key];
        }),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.nat(count - 1).map((at) =>
        spoil(at, ([owner, key]) => {
          owner[key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())] = owner[key];
          if (key.includes('_')) delete owner[key];
        }),
      ),
    },
    fc.constantFrom(...JUNK),
    fc.constant([answer]),
    fc.constant({ answer }),
  );
};

const placesOf = (value: unknown): OwnedKey[] => {
  if (typeof value !== 'object' || value === null) return [];
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((key): OwnedKey[] => [[owner, key], ...placesOf(owner[key])]);
};
