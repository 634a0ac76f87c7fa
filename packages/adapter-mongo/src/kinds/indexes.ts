import { type AccessPath, type AnyKind, pathsOf } from '@govgate/ports';
import type { Collection, IndexDescription } from 'mongodb';
import type { Collections } from './collections.js';
import { EVENT, NOTE, OUTBOX, RECORD, REVOCATION, SUBTREE, TENANT_HEAD } from './documents.js';
import { attributeField, membershipField, uniqueField } from './record-fields.js';
import { BY_OUTCOME_AND_TIME, BY_SEQUENCE, BY_TIME, TRAIL_KEYS } from './trail-keys.js';

/** Creates missing indexes, and with them the collections, so that no transaction has to. */
export const ensureIndexes = async (collections: Collections, kinds: readonly AnyKind[]): Promise<void> => {
  const work: [Pick<Collection, 'createIndexes'>, readonly IndexDescription[]][] = FIXED.map(
    ([name, indexes]) => [collections[name] as Pick<Collection, 'createIndexes'>, indexes],
  );
  for (const kind of kinds) {
    const records = collections.kinds.get(kind.name);
    if (records !== undefined) work.push([records as Pick<Collection, 'createIndexes'>, indexesOf(kind)]);
  }
  await Promise.all(work.map(([collection, indexes]) => collection.createIndexes([...indexes])));
};

const SCOPE = { [RECORD.tenantId]: 1, [RECORD.environmentId]: 1 } as const;
const TRAIL_PATHS = Object.values(TRAIL_KEYS);

/** The key of a path's index. */
export const pathKey = (path: AccessPath, ids: 1 | -1): Record<string, 1 | -1> => ({
  ...SCOPE,
  ...Object.fromEntries(path.map((name) => [attributeField(name), 1 as const])),
  [RECORD.id]: ids,
});

const uniqueIndex = (name: string): IndexDescription => ({
  key: { ...SCOPE, [uniqueField(name)]: 1 },
  unique: true,
  // Documents without the value are not indexed; equality implies $exists, so the planner may use the index.
  partialFilterExpression: { [uniqueField(name)]: { $exists: true } },
});

const LEVEL = { [SUBTREE.tenantId]: 1, [SUBTREE.level]: 1 } as const;

const FIXED: readonly [
  Exclude<keyof Collections, 'kinds' | 'installation' | 'leases'>,
  readonly IndexDescription[],
][] = [
  ['heads', [{ key: { [TENANT_HEAD.tenantId]: 1, [TENANT_HEAD.sequence]: 1 }, sparse: true }]],
  [
    'audit',
    [
      { key: BY_SEQUENCE, unique: true },
      { key: BY_TIME },
      { key: BY_OUTCOME_AND_TIME },
      ...TRAIL_PATHS.map((key) =>
        EVENT.correlationId in key
          ? { key, partialFilterExpression: { [EVENT.correlationId]: { $exists: true } } }
          : { key },
      ),
    ],
  ],
  ['notes', [{ key: { [NOTE.tenantId]: 1, [NOTE.size]: 1, [NOTE.keyId]: 1 } }]],
  [
    'subtrees',
    [
      { key: { ...LEVEL, [SUBTREE.place]: 1 } },
      { key: { ...LEVEL, [SUBTREE.latest]: 1, [SUBTREE.place]: 1 } },
    ],
  ],
  [
    'revocations',
    [
      {
        key: { [REVOCATION.tenantId]: 1, [REVOCATION.environmentId]: 1, [REVOCATION.sequence]: 1 },
        unique: true,
      },
      {
        key: { [REVOCATION.tenantId]: 1, [REVOCATION.environmentId]: 1, [REVOCATION.revocationId]: 1 },
      },
    ],
  ],
  ['outbox', [{ key: { [OUTBOX.order]: 1 } }]],
];

/** The indexes of a kind, from its declaration. */
const indexesOf = (kind: AnyKind): readonly IndexDescription[] => [
  { key: { ...SCOPE, [RECORD.id]: 1 }, unique: true },
  ...pathsOf(kind).flatMap(bothWays),
  ...Object.keys(kind.memberships).map((name) => ({
    key: { ...SCOPE, [membershipField(name)]: 1, [RECORD.id]: 1 } as const,
  })),
  ...Object.keys(kind.uniques).map(uniqueIndex),
];

// Ties sort by ascending id in both directions: read backwards, the second index is "descending, id ascending".
const bothWays = (path: AccessPath): readonly IndexDescription[] => [
  { key: pathKey(path, 1) },
  { key: pathKey(path, -1) },
];
