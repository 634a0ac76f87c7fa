import {
  type AnyKind,
  accessPath,
  type Changed,
  type Order,
  type Page,
  partitionOf,
  type Query,
  type RecordStore,
  type Stored,
  type Where,
} from '@govgate/ports';
import type { ClientSession, Collection, Document, Filter, FindOptions } from 'mongodb';
import { inChunks } from '../driver/in-chunks.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD, type RecordDocument, TOMBSTONE } from '../kinds/documents.js';
import { countOf } from '../kinds/heads.js';
import { pathKey } from '../kinds/indexes.js';
import type { KeepInLine } from '../kinds/keep-in-line.js';
import { changeCounterKey, recordKey } from '../kinds/keys.js';
import { STORED_FIELDS, type StoredFields, storedOf } from '../kinds/record-document.js';
import { partsBehind } from './page-parts.js';
import { ONE_READ, type Reader } from './reader.js';
import { ReadsTogether } from './reads-together.js';
import { fieldOf, scopeFilter, sortOf, whereConditions } from './where-filter.js';

// Everything of a scope may be asked for at once, so following changes has more time than a read for a caller.
const CHANGES_LIMIT_MS = 60_000;
const BATCH = 500;

/** For a read of several documents without a transaction: all as they stood at one moment. */
const AT_ONE_MOMENT = { ...ONE_READ, readConcern: { level: 'snapshot' } } as const;

const BY_ID: Order<AnyKind> = { by: 'id', direction: 'asc' };

/** Reads of records. */
export const mongoRecordStore = (
  collections: Collections,
  reader: Reader,
  keepInLine: KeepInLine,
): RecordStore => {
  const together = readsByKind(collections);
  const inLine = inLineFor(keepInLine);
  return {
    get: (kind, scope, id) =>
      reader.read(async () => {
        const { tenantId, environmentId } = partitionOf(kind, scope);
        const found = await together(kind).get(recordKey(tenantId, environmentId, String(id)));
        return found === undefined ? undefined : storedOf(kind, found);
      }),
    getMany: (kind, scope, ids) =>
      reader.read(async () => {
        const { tenantId, environmentId } = partitionOf(kind, scope);
        const keys = [...new Set(ids)].map((id) => recordKey(tenantId, environmentId, String(id)));
        const found = await inChunks(keys, (some) =>
          recordsOf(collections, kind)
            .find({ _id: { $in: [...some] } }, { ...ONE_READ, projection: STORED_FIELDS })
            .toArray(),
        );
        return found.map((document) => storedOf(kind, document));
      }),
    page: async (kind, scope, asked) => {
      const records = recordsOf(collections, kind);
      const query = asked as AnyQuery;
      await inLine(kind, scope, query.where, query.order);
      const whole = await reader.read(() => wholePage(records, kind, scope, query));
      return whole ?? reader.snapshot((session) => pageOf(records, kind, scope, query, session));
    },
    count: async (kind, scope, where) => {
      await inLine(kind, scope, where as AnyWhere);
      return reader.read(() => {
        const filter = scopeFilter(kind, scope, whereConditions(kind, where as AnyWhere));
        return recordsOf(collections, kind).countDocuments(filter, {
          ...ONE_READ,
          ...pinned(kind, where as AnyWhere, 'none'),
        });
      });
    },
    countBy: async (kind, scope, attribute, where) => {
      await inLine(kind, scope, where as AnyWhere, { by: attribute, direction: 'asc' });
      return reader.read(async () => {
        const filter = scopeFilter(kind, scope, whereConditions(kind, where as AnyWhere));
        const counts = await recordsOf(collections, kind)
          .aggregate<{ _id: string | number; count: number }>(
            [{ $match: filter }, { $group: { _id: `$${fieldOf(kind, attribute)}`, count: { $sum: 1 } } }],
            { ...ONE_READ, ...pinned(kind, where as AnyWhere, 'none') },
          )
          .toArray();
        return new Map(counts.map(({ _id, count }) => [_id, count]));
      });
    },
    ids: async (kind, scope, where) => {
      await inLine(kind, scope, where as AnyWhere);
      return reader.read(async () => {
        const filter = scopeFilter(kind, scope, whereConditions(kind, where as AnyWhere));
        const found = recordsOf(collections, kind).find(filter, {
          ...ONE_READ,
          ...pinned(kind, where as AnyWhere, BY_ID),
          projection: { _id: 0, [RECORD.id]: 1 },
        });
        return (await found.sort({ [RECORD.id]: 1 }).toArray()).map((document) =>
          String(document[RECORD.id]),
        );
      });
    },
    changedSince: (kind, scope, revision) =>
      reader.snapshot((session) => changesOf(collections, kind, scope, revision, session), CHANGES_LIMIT_MS),
    all: (kind) =>
      reader.stream(
        () =>
          recordsOf(collections, kind)
            .find({}, { projection: STORED_FIELDS, batchSize: BATCH })
            .sort({ [RECORD.tenantId]: 1, [RECORD.environmentId]: 1, [RECORD.id]: 1 }),
        (document) => storedOf(kind, document),
      ),
  };
};

// A list by id of all there is asks for nothing that is derived.
const inLineFor =
  (keepInLine: KeepInLine) =>
  async (kind: AnyKind, scope: object, where: AnyWhere, order = BY_ID): Promise<void> => {
    if (where !== undefined || order.by !== 'id') await keepInLine(kind, scope);
  };

// A planner that is left to itself tries several indexes on what it has at hand, and keeps what was best for another value.
const pinned = (kind: AnyKind, where: AnyWhere, order: Order<AnyKind> | 'none'): { hint?: Document } => {
  const access = accessPath(kind, where, order);
  if (access === undefined) return {};
  const isDown = order !== 'none' && order.by !== 'id' && order.direction === 'desc';
  return { hint: pathKey(access.path, isDown ? -1 : 1) };
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

type AnyQuery = Query<AnyKind>;
type AnyWhere = Where<AnyKind> | undefined;

// Nothing behind the first page: its own read is the snapshot, and its length the total.
const wholePage = async (
  records: Collection<RecordDocument>,
  kind: AnyKind,
  scope: object,
  { where, order = BY_ID, after, limit, mostBytes }: AnyQuery,
): Promise<Page<never> | undefined> => {
  if (after !== undefined) return undefined;
  const wanted = { where, order, after, limit, mostBytes };
  const { found, more } = await firstOf(records, kind, scope, wanted, AT_ONE_MOMENT);
  if (more) return undefined;
  const items = found.map((document) => storedOf<AnyKind>(kind, document) as Stored<never>);
  return { items, totalCount: items.length, more: false };
};

const pageOf = async (
  records: Collection<RecordDocument>,
  kind: AnyKind,
  scope: object,
  { where, order = BY_ID, after, limit, mostBytes }: AnyQuery,
  session: ClientSession,
): Promise<Page<never>> => {
  const asked = { where, order, after, limit, mostBytes };
  const { found, more } = await firstOf(records, kind, scope, asked, { session });
  const counted = more || after !== undefined;
  return {
    items: found.map((document) => storedOf<AnyKind>(kind, document) as Stored<never>),
    totalCount: counted
      ? await records.countDocuments(scopeFilter(kind, scope, whereConditions(kind, where)), {
          session,
          ...pinned(kind, where, 'none'),
        })
      : found.length,
    more,
  };
};

interface Wanted {
  readonly where: AnyWhere;
  readonly order: Order<AnyKind>;
  readonly after: AnyQuery['after'];
  readonly limit: number;
  readonly mostBytes: number | undefined;
}

const firstOf = async (
  records: Collection<RecordDocument>,
  kind: AnyKind,
  scope: object,
  wanted: Wanted,
  how: FindOptions,
): Promise<{ readonly found: StoredFields[]; readonly more: boolean }> => {
  const found: StoredFields[] = [];
  const { mostBytes = Number.POSITIVE_INFINITY } = wanted;
  const conditions = whereConditions(kind, wanted.where);
  let bytes = 0;
  for (const part of partsBehind(kind, wanted.order, wanted.after)) {
    const limit = wanted.limit + 1 - found.length;
    const filter = scopeFilter(kind, scope, [...conditions, ...part]);
    const cursor = records.find(filter, {
      ...how,
      ...pinned(kind, wanted.where, wanted.order),
      projection: STORED_FIELDS,
      batchSize: limit + 1,
    });
    // Stopped in the middle where it is enough: the first batch is 16 MB at most, and another one is not asked for.
    for await (const document of cursor.sort(sortOf(kind, wanted.order)).limit(limit)) {
      bytes += Buffer.byteLength(document[RECORD.text]);
      const isEnough = found.length >= wanted.limit || (found.length > 0 && bytes > mostBytes);
      if (isEnough) return { found, more: true };
      found.push(document);
    }
  }
  return { found, more: false };
};

const changesOf = async (
  collections: Collections,
  kind: AnyKind,
  scope: object,
  revision: number,
  session: ClientSession,
): Promise<{ readonly changes: readonly Changed<never>[]; readonly revision: number }> => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  const counterKey = changeCounterKey(kind.name, tenantId, environmentId);
  const reached = countOf(await collections.heads.findOne({ _id: counterKey }, { session }));
  if (reached === revision) return { changes: [], revision };
  const later: Document = scopeFilter(kind, scope, [{ [RECORD.changedAt]: { $gt: revision } }]);
  const changes = new Map<string, Changed<never>>();
  for (const id of revision === 0 ? [] : await removedIds(collections, kind, later, session))
    changes.set(id, { id, stored: undefined });
  const written = recordsOf(collections, kind).find(later as Filter<RecordDocument>, {
    session,
    projection: { ...STORED_FIELDS, [RECORD.id]: 1 },
    batchSize: BATCH,
  });
  // A record that is there was created after its tombstone.
  for await (const document of written) {
    const id = document[RECORD.id];
    changes.set(id, { id, stored: storedOf<AnyKind>(kind, document) as Stored<never> });
  }
  return { changes: [...changes.values()], revision: reached };
};

const removedIds = async (
  collections: Collections,
  kind: AnyKind,
  later: Document,
  session: ClientSession,
): Promise<string[]> => {
  const removed = await collections.tombstones
    .find({ [TOMBSTONE.kind]: kind.name, ...later }, { session, projection: { _id: 0, [TOMBSTONE.id]: 1 } })
    .toArray();
  return removed.map((document) => document[TOMBSTONE.id]);
};
