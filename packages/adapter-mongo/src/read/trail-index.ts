import {
  type AuditFilter,
  askedTimes,
  askedValues,
  type BuiltRange,
  INDEXED_PATHS,
  type IndexedEvents,
  isCutByTime,
  isWithinTime,
  rangesInUse,
  type TrailPart,
  type TrailRange,
  timesIn,
  trailParts,
} from '@govgate/ports';
import { Binary, type ClientSession } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { BITMAP, EVENT, RANGE, type RangeDocument } from '../kinds/documents.js';
import { bitmapKey, rangeKey } from '../kinds/keys.js';
import { typed } from './where-filter.js';

/** A range, and its document's key. */
export interface KeyedRange extends TrailRange {
  readonly key: string;
}

interface Asked {
  readonly collections: Collections;
  readonly tenantId: string;
  readonly filter: AuditFilter;
  readonly session: ClientSession;
}

/** The parts of a tenant's trail, from its first event on, that may have events of a filter. */
export const partsOf = async (
  { collections, tenantId, filter, session }: Asked,
  firstSequence: number,
): Promise<readonly TrailPart[]> => {
  const ranges = rangesInUse(await rangesOf(collections, tenantId, session), firstSequence);
  const wanted = askedTimes(filter);
  const asked = ranges.filter((range) => isWithinTime(range, wanted));
  const bits = await bitsOf(collections, asked, filter, session);
  const cut = asked.filter((range) => isCutByTime(range, wanted));
  const times = await timesOf(collections, cut, session);
  const keys = new Map(ranges.map((range) => [range.first, range.key]));
  const asking = new Map(askedValues(filter));
  return trailParts(filter, {
    ranges,
    bitsOf: (from, path) => bits.get(bitmapKey(keys.get(from) ?? '', path, asking.get(path) ?? '')),
    timesOf: (from) => times.get(keys.get(from) ?? ''),
  });
};

/** The ranges of a tenant's index, also those that others replace. */
export const rangesOf = async (
  { ranges }: Collections,
  tenantId: string,
  session: ClientSession,
): Promise<KeyedRange[]> => {
  const projection = { [RANGE.times]: 0 } as const;
  const found = await ranges.find({ [RANGE.tenantId]: typed(tenantId) }, { session, projection }).toArray();
  return found.map((document) => ({
    key: document._id,
    first: document[RANGE.first],
    size: document[RANGE.size],
    earliest: document[RANGE.earliest],
    latest: document[RANGE.latest],
  }));
};

const bitsOf = async (
  { bitmaps }: Collections,
  ranges: readonly KeyedRange[],
  filter: AuditFilter,
  session: ClientSession,
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const keys = askedValues(filter).flatMap(([path, value]) =>
    ranges.map(({ key }) => bitmapKey(key, path, typed(value))),
  );
  if (keys.length === 0) return new Map();
  const found = await bitmaps.find({ _id: { $in: keys } }, { session, batchSize: keys.length + 1 }).toArray();
  return new Map(found.map((document) => [document._id, bytesOf(document[BITMAP.bits])]));
};

const timesOf = async (
  { ranges }: Collections,
  cut: readonly KeyedRange[],
  session: ClientSession,
): Promise<ReadonlyMap<string, Float64Array>> => {
  if (cut.length === 0) return new Map();
  const options = { session, projection: { [RANGE.times]: 1 } as const };
  const found = await ranges.find({ _id: { $in: cut.map(({ key }) => key) } }, options).toArray();
  return new Map(found.map((document) => [document._id, timesIn(bytesOf(document[RANGE.times]))]));
};

const bytesOf = (binary: Binary): Uint8Array => binary.value();

/** Events from a sequence on, as they are indexed. */
export const eventsToIndex = async (
  { audit }: Collections,
  tenantId: string,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<IndexedEvents> => {
  const between = { $gte: typed(first), $lt: typed(first + count) };
  const found = await audit
    .find({ [EVENT.tenantId]: typed(tenantId), [EVENT.sequence]: between }, { projection: INDEXED_FIELDS })
    .sort({ [EVENT.sequence]: 1 })
    .toArray();
  return {
    sequences: found.map((document) => document[EVENT.sequence]),
    occurredAt: found.map((document) => document[EVENT.occurredAt]),
    values: INDEXED_PATHS.map((path) => found.map((document) => document[EVENT[path]] ?? null)),
  };
};

const INDEXED_FIELDS: Readonly<Record<string, 0 | 1>> = {
  _id: 0,
  ...Object.fromEntries(
    (['sequence', 'occurredAt', ...INDEXED_PATHS] as const).map((name) => [EVENT[name], 1 as const]),
  ),
};

/** Adds a range, unless it is there. */
export const addRange = async (
  { ranges, bitmaps }: Collections,
  tenantId: string,
  { range, bitmaps: built, times }: BuiltRange,
  session: ClientSession,
): Promise<void> => {
  const key = rangeKey(tenantId, range.first, range.size);
  if ((await ranges.findOne({ _id: key }, { session, projection: { _id: 1 } })) !== null) return;
  const document: RangeDocument = {
    _id: key,
    [RANGE.tenantId]: tenantId,
    [RANGE.first]: range.first,
    [RANGE.size]: range.size,
    [RANGE.earliest]: range.earliest,
    [RANGE.latest]: range.latest,
    [RANGE.times]: new Binary(new Uint8Array(times.buffer)),
  };
  await ranges.insertOne(document, { session });
  const documents = built.map(({ path, value, bits }) => ({
    _id: bitmapKey(key, path, value),
    [BITMAP.range]: key,
    [BITMAP.bits]: new Binary(bits),
  }));
  if (documents.length > 0) await bitmaps.insertMany(documents, { session, ordered: false });
};

/** Removes ranges with their bitmaps. */
export const removeRanges = async (
  { ranges, bitmaps }: Collections,
  removed: readonly KeyedRange[],
  session: ClientSession,
): Promise<void> => {
  const keys = removed.map(({ key }) => key);
  if (keys.length === 0) return;
  await bitmaps.deleteMany({ [BITMAP.range]: { $in: keys } }, { session });
  await ranges.deleteMany({ _id: { $in: keys } }, { session });
};
