import { type AccessPath, type AnyKind, pathsOf } from '@govgate/ports';
import type { Collection, IndexDescription } from 'mongodb';
import type { Collections } from './collections.js';
import { TRAIL_KEYS } from './trail-hint.js';

/** Creates every index that is not there yet, and with them the collections, so that no transaction has to. */
export const ensureIndexes = async (collections: Collections, kinds: readonly AnyKind[]): Promise<void> => {
  const work: [Pick<Collection, 'createIndexes'>, readonly IndexDescription[]][] = FIXED.map(
    ([name, indexes]) => [collections[name] as unknown as Collection, indexes],
  );
  for (const kind of kinds) {
    const records = collections.kinds.get(kind.name);
    if (records !== undefined) work.push([records as unknown as Collection, indexesOf(kind)]);
  }
  await Promise.all(work.map(([collection, indexes]) => collection.createIndexes([...indexes])));
};

const SCOPE = { t: 1, e: 1 } as const;
const TRAIL_PATHS = Object.values(TRAIL_KEYS);

/** The indexes of a kind, from its declaration. */
const indexesOf = (kind: AnyKind): readonly IndexDescription[] => [
  { key: { ...SCOPE, i: 1 }, unique: true },
  // What is behind.
  { key: { p: 1, ...SCOPE } },
  ...pathsOf(kind).flatMap(bothWays),
  ...Object.keys(kind.memberships).map((name) => ({ key: { ...SCOPE, [`m.${name}`]: 1, i: 1 } as const })),
  ...Object.keys(kind.uniques).map(uniqueIndex),
  ...(kind.tracked ? [{ key: { ...SCOPE, n: 1 } as const }] : []),
];

// Ties go by id upwards in both directions: read backwards, the second index is "downwards, id upwards".
const bothWays = (path: AccessPath): readonly IndexDescription[] => [
  { key: pathKey(path, 1) },
  { key: pathKey(path, -1) },
];

/** The key of a path's index. */
export const pathKey = (path: AccessPath, ids: 1 | -1): Record<string, 1 | -1> => ({
  ...SCOPE,
  ...Object.fromEntries(path.map((name) => [`a.${name}`, 1 as const])),
  i: ids,
});

const uniqueIndex = (name: string): IndexDescription => ({
  key: { ...SCOPE, [`u.${name}`]: 1 },
  unique: true,
  // Documents without the value take no part; an equality implies $exists, so the planner may use the index.
  partialFilterExpression: { [`u.${name}`]: { $exists: true } },
});

const FIXED: readonly [
  Exclude<keyof Collections, 'kinds' | 'installation' | 'forms' | 'leases'>,
  readonly IndexDescription[],
][] = [
  ['heads', [{ key: { t: 1, s: 1 }, sparse: true }]],
  [
    'audit',
    [
      { key: { t: 1, s: 1 }, unique: true },
      { key: { t: 1, at: 1, s: 1 } },
      ...TRAIL_PATHS.map((key) =>
        'co' in key ? { key, partialFilterExpression: { co: { $exists: true } } } : { key },
      ),
    ],
  ],
  ['notes', [{ key: { t: 1, n: 1, k: 1 } }]],
  ['subtrees', [{ key: { t: 1, l: 1, p: 1 } }, { key: { t: 1, l: 1, at: 1, p: 1 } }]],
  ['formerCheckpoints', [{ key: { t: 1, s: 1, at: 1 } }]],
  ['revocations', [{ key: { t: 1, e: 1, n: 1 }, unique: true }]],
  ['outbox', [{ key: { o: 1 } }]],
  ['tombstones', [{ key: { k: 1, t: 1, e: 1, n: 1 } }]],
];
