import {
  type AnyKind,
  type Changed,
  type Changes,
  type MemberQuery,
  partitionOf,
  type RecordStore,
  type Stored,
} from '@govgate/ports';
import type { ClientSession, Document, Filter } from 'mongodb';
import { inChunks } from '../driver/in-chunks.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD, type RecordDocument, TOMBSTONE } from '../kinds/documents.js';
import { countOf } from '../kinds/heads.js';
import { changeCounterKey, keyIn } from '../kinds/keys.js';
import { STORED_FIELDS, type StoredFields, storedOf } from '../kinds/record-document.js';
import { membershipField } from '../kinds/record-fields.js';
import { countsOf } from './count-records.js';
import { FirstPages } from './first-pages.js';
import { ONE_READ, type Reader } from './reader.js';
import { ReadsTogether } from './reads-together.js';
import { type AnyQuery, type AnyWhere, pageOf, pinned, wholePage } from './record-pages.js';
import { scopeFilter, whereConditions } from './where-filter.js';

const BATCH = 500;

/** Reads of records. */
export const mongoRecordStore = (collections: Collections, reader: Reader): RecordStore => {
  const deps = { collections, reader };
  return { ...readsById(deps), ...lists(deps), ...counts(deps), ...walks(deps) };
};

interface Deps {
  readonly collections: Collections;
  readonly reader: Reader;
}

const readsById = ({ collections, reader }: Deps): Pick<RecordStore, 'get' | 'getMany'> => {
  const together = readsByKind(collections);
  return {
    get: (kind, scope, id) =>
      reader.read(async () => {
        const found = await together(kind).get(keyIn(kind, scope, String(id)));
        return found === undefined ? undefined : storedOf(kind, found);
      }),
    getMany: (kind, scope, ids) =>
      reader.read(async () => {
        const keys = [...new Set(ids)].map((id) => keyIn(kind, scope, String(id)));
        const found = await inChunks(keys, (some) =>
          recordsOf(collections, kind)
            .find({ _id: { $in: [...some] } }, { ...ONE_READ, projection: STORED_FIELDS })
            .toArray(),
        );
        return found.map((document) => storedOf(kind, document));
      }),
  };
};

const lists = ({ collections, reader }: Deps): Pick<RecordStore, 'page' | 'idsByMember'> => {
  const firstPages = new FirstPages();
  return {
    page: async (kind, scope, asked) => {
      const look = { records: recordsOf(collections, kind), kind, scope };
      const query = asked as AnyQuery;
      if (query.after === undefined) {
        const first = await reader.read(() => firstPages.get(look, query));
        if (!first.more) return wholePage(look, first);
      }
      return reader.snapshot((session) => pageOf(look, query, session));
    },
    idsByMember: async (kind, scope, asked) => {
      const query = asked as MemberQuery<AnyKind>;
      return reader.read(() => idsByMember(collections, kind, scope, query));
    },
  };
};

const counts = ({ collections, reader }: Deps): Pick<RecordStore, 'count' | 'countBy'> => ({
  count: async (kind, scope, where) => {
    return reader.read(() => {
      const filter = scopeFilter(kind, scope, whereConditions(kind, where as AnyWhere));
      return recordsOf(collections, kind).countDocuments(filter, {
        ...ONE_READ,
        ...pinned(kind, where as AnyWhere, 'none'),
      });
    });
  },
  countBy: async (kind, scope, attribute, where) => {
    return reader.read(() =>
      countsOf(recordsOf(collections, kind), kind, scope, { attribute, where: where as AnyWhere }),
    );
  },
});

const walks = ({ collections, reader }: Deps): Pick<RecordStore, 'changedSince' | 'all'> => ({
  changedSince: (kind, scope, revision, limit) =>
    reader.snapshot((session) => changesOf({ collections, kind, scope, session }, revision, limit)),
  all: (kind) =>
    reader.stream(
      () =>
        recordsOf(collections, kind)
          .find({}, { projection: STORED_FIELDS, batchSize: BATCH })
          .sort({ [RECORD.tenantId]: 1, [RECORD.environmentId]: 1, [RECORD.id]: 1 }),
      (document) => storedOf(kind, document),
    ),
});

const idsByMember = async (
  collections: Collections,
  kind: AnyKind,
  scope: object,
  query: MemberQuery<AnyKind>,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { members, limit } = query;
  // With a limit no member's ids are walked further than that.
  const asked = limit === undefined ? [members] : [...new Set(members)].map((member) => [member]);
  const found = await Promise.all(
    asked.map((some) => membersRead(collections, kind, scope, { ...query, members: some })),
  );
  const byMember = new Map<string, string[]>();
  for (const { id, held } of found.flat())
    for (const member of held) {
      const ids = byMember.get(member);
      if (ids === undefined) byMember.set(member, [id]);
      else ids.push(id);
    }
  return byMember;
};

const membersRead = (
  collections: Collections,
  kind: AnyKind,
  scope: object,
  { membership, members, is, covered, limit }: MemberQuery<AnyKind>,
): Promise<readonly { readonly id: string; readonly held: readonly string[] }[]> => {
  const where = { is, covered, has: { [membership]: members } } as AnyWhere;
  const held = { $setIntersection: [`$${membershipField(membership)}`, { $literal: [...members] }] };
  return recordsOf(collections, kind)
    .aggregate<{ id: string; held: string[] }>(
      [
        { $match: scopeFilter(kind, scope, whereConditions(kind, where)) },
        { $sort: { [RECORD.id]: 1 } },
        ...(limit === undefined ? [] : [{ $limit: limit }]),
        { $project: { _id: 0, id: `$${RECORD.id}`, held } },
      ],
      ONE_READ,
    )
    .toArray();
};

type KeyedText = StoredFields & Pick<RecordDocument, '_id'>;
const KEYED_FIELDS = { ...STORED_FIELDS, _id: 1 } as const;

const readsByKind = (collections: Collections): ((kind: AnyKind) => ReadsTogether<KeyedText>) => {
  const reads = new Map<string, ReadsTogether<KeyedText>>();
  return (kind) => {
    const known = reads.get(kind.name);
    if (known !== undefined) return known;
    const records = recordsOf(collections, kind);
    const made = new ReadsTogether<KeyedText>((keys) =>
      records
        .find(
          { _id: { $in: [...keys] } },
          { ...ONE_READ, projection: KEYED_FIELDS, batchSize: keys.length + 1 },
        )
        .toArray(),
    );
    reads.set(kind.name, made);
    return made;
  };
};

interface ChangesLook {
  readonly collections: Collections;
  readonly kind: AnyKind;
  readonly scope: object;
  readonly session: ClientSession;
}

const changesOf = async (look: ChangesLook, revision: number, limit: number): Promise<Changes<never>> => {
  const { collections, kind, scope, session } = look;
  const { tenantId, environmentId } = partitionOf(kind, scope);
  const counterKey = changeCounterKey(kind.name, tenantId, environmentId);
  const latest = countOf(await collections.heads.findOne({ _id: counterKey }, { session }));
  if (latest === revision) return { changes: [], revision, latest };
  const upTo = Math.min(latest, await lastOf(look, revision, limit));
  const later = scopeFilter(kind, scope, [{ [RECORD.changedAt]: { $gt: revision, $lte: upTo } }]);
  const changes = new Map<string, Changed<never>>();
  for (const id of revision === 0 ? [] : await removedIds(look, later))
    changes.set(id, { id, stored: undefined });
  const written = recordsOf(collections, kind).find(later as Filter<RecordDocument>, {
    session,
    projection: { ...STORED_FIELDS, [RECORD.id]: 1 },
    batchSize: BATCH,
  });
  // An existing record was created after its tombstone.
  for await (const document of written) {
    const id = document[RECORD.id];
    changes.set(id, { id, stored: storedOf<AnyKind>(kind, document) as Stored<never> });
  }
  return { changes: [...changes.values()], revision: upTo, latest };
};

/** The revision after which so many changes have been told. */
const lastOf = async (
  { collections, kind, scope, session }: ChangesLook,
  revision: number,
  limit: number,
): Promise<number> => {
  const later = scopeFilter(kind, scope, [{ [RECORD.changedAt]: { $gt: revision } }]);
  const asked = { session, projection: { _id: 0, [RECORD.changedAt]: 1 }, skip: limit - 1, limit: 1 };
  const [written] = await recordsOf(collections, kind)
    .find(later as Filter<RecordDocument>, asked)
    .sort({ [RECORD.changedAt]: 1 })
    .toArray();
  const [removed] = await collections.tombstones
    .find({ [TOMBSTONE.kind]: kind.name, ...later }, asked)
    .sort({ [TOMBSTONE.changedAt]: 1 })
    .toArray();
  const never = Number.POSITIVE_INFINITY;
  return Math.min(written?.[RECORD.changedAt] ?? never, removed?.[TOMBSTONE.changedAt] ?? never);
};

const removedIds = async (
  { collections, kind, session }: ChangesLook,
  later: Document,
): Promise<string[]> => {
  const removed = await collections.tombstones
    .find({ [TOMBSTONE.kind]: kind.name, ...later }, { session, projection: { _id: 0, [TOMBSTONE.id]: 1 } })
    .toArray();
  return removed.map((document) => document[TOMBSTONE.id]);
};
