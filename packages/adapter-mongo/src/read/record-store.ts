import type { AnyKind, MemberQuery, RecordStore } from '@govgate/ports';
import { inChunks } from '../driver/in-chunks.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD, type RecordDocument } from '../kinds/documents.js';
import { keyIn } from '../kinds/keys.js';
import { STORED_FIELDS, type StoredFields, storedOf } from '../kinds/record-document.js';
import { membershipField, uniqueField } from '../kinds/record-fields.js';
import { countsOf } from './count-records.js';
import { ONE_READ, type Reader } from './reader.js';
import { ReadsTogether } from './reads-together.js';
import { type AnyQuery, type AnyWhere, type KindRecords, pageOf, pinned } from './record-pages.js';
import { scopeFilter, whereConditions } from './where-filter.js';

const BATCH = 500;

/** Reads several documents without a transaction, all as of one moment. */
const AT_ONE_MOMENT = { ...ONE_READ, readConcern: { level: 'snapshot' } } as const;

/** Reads of records. */
export const mongoRecordStore = (collections: Collections, reader: Reader): RecordStore => {
  const deps = { collections, reader };
  return { ...readsById(deps), ...lists(deps), ...counts(deps), ...walks(deps) };
};

interface Deps {
  readonly collections: Collections;
  readonly reader: Reader;
}

const readsById = ({ collections, reader }: Deps): Pick<RecordStore, 'get' | 'holder' | 'getMany'> => {
  const together = readsByKind(collections);
  return {
    get: (kind, scope, id) =>
      reader.read(async () => {
        const found = await together(kind).get(keyIn(kind, scope, String(id)));
        return found === undefined ? undefined : storedOf(kind, found);
      }),
    holder: (kind, scope, unique, value) =>
      reader.read(async () => {
        const filter = scopeFilter(kind, scope, [{ [uniqueField(unique)]: value }]);
        const found = await recordsOf(collections, kind).findOne<RecordDocument>(filter, {
          ...ONE_READ,
          projection: STORED_FIELDS,
        });
        return found === null ? undefined : storedOf(kind, found);
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

const lists = ({ collections, reader }: Deps): Pick<RecordStore, 'page' | 'idsByMember'> => ({
  page: async (kind, scope, request) => {
    const source = recordsIn(collections, kind, scope);
    const query = request as AnyQuery;
    // A page behind a place may take two reads.
    return query.after === undefined
      ? reader.read(() => pageOf(source, query, AT_ONE_MOMENT))
      : reader.snapshot((session) => pageOf(source, query, { session }));
  },
  idsByMember: async (kind, scope, request) =>
    reader.read(() => idsByMember(recordsIn(collections, kind, scope), request as MemberQuery<AnyKind>)),
});

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
    return reader.read(() => countsOf(recordsIn(collections, kind, scope), attribute, where as AnyWhere));
  },
});

const walks = ({ collections, reader }: Deps): Pick<RecordStore, 'all'> => ({
  all: (kind) =>
    reader.stream(
      () =>
        recordsOf(collections, kind)
          .find({}, { projection: STORED_FIELDS, batchSize: BATCH })
          .sort({ [RECORD.tenantId]: 1, [RECORD.environmentId]: 1, [RECORD.id]: 1 }),
      (document) => storedOf(kind, document),
    ),
});

const recordsIn = (collections: Collections, kind: AnyKind, scope: object): KindRecords => ({
  records: recordsOf(collections, kind),
  kind,
  scope,
});

const idsByMember = async (
  source: KindRecords,
  query: MemberQuery<AnyKind>,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { members, limit } = query;
  // With a limit no member's ids are walked further than that.
  const batches = limit === undefined ? [members] : [...new Set(members)].map((member) => [member]);
  const found = await Promise.all(batches.map((some) => membersRead(source, { ...query, members: some })));
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
  { records, kind, scope }: KindRecords,
  { membership, members, is, contains, covered, limit }: MemberQuery<AnyKind>,
): Promise<readonly { readonly id: string; readonly held: readonly string[] }[]> => {
  const where = { is, contains, covered, has: { [membership]: members } } as AnyWhere;
  const held = { $setIntersection: [`$${membershipField(membership)}`, { $literal: [...members] }] };
  return records
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
