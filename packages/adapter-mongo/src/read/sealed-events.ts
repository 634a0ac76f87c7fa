import { packHashes, unpackHashes } from '@govgate/domain';
import { type AuditTrail, SEALED_BLOCK } from '@govgate/ports';
import type { ClientSession } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { type AuditDocument, EVENT, SUBTREE } from '../kinds/documents.js';
import { subtreeKey } from '../kinds/keys.js';
import { sequenceIn, textOf } from './audit-document.js';
import { ONE_READ, type Reader } from './reader.js';
import { levelFilter, subtreeFields } from './subtree-document.js';
import { firstSequenceOf, SEQUENCE } from './trail-ends.js';
import { typed } from './where-filter.js';

const SEALING_MS = 15_000;

/** The hashes of events, including sealed ones: those stand where a subtree of single events would, at level 0. */
export const mongoSealing = (
  collections: Collections,
  reader: Reader,
): Pick<AuditTrail, 'hashes' | 'macs' | 'instants' | 'firstSequence' | 'seal'> => ({
  hashes: (tenantId, fromSequence, count) =>
    reader.read(async () => {
      const sealed = (await sealedFrom(collections, tenantId, fromSequence)).slice(0, count);
      const next = fromSequence + sealed.length;
      const stored = await storedHashes(collections, { tenantId, from: next, to: fromSequence + count });
      return [...sealed, ...stored];
    }),
  macs: (tenantId, fromSequence, count) =>
    reader.read(() => storedMacs(collections, { tenantId, from: fromSequence, to: fromSequence + count })),
  instants: (tenantId, sequences) =>
    reader.read(async () => {
      const filter = { [EVENT.tenantId]: typed(tenantId), [EVENT.sequence]: { $in: sequences.map(typed) } };
      const projection = { ...SEQUENCE, [EVENT.occurredAt]: 1 };
      const found = await collections.audit.find(filter, { projection, ...ONE_READ }).toArray();
      return new Map(found.map((document) => [document[EVENT.sequence], document[EVENT.occurredAt]]));
    }),
  firstSequence: (tenantId) => reader.read(() => firstSequenceOf(collections, tenantId)),
  seal: (tenantId, place) =>
    reader.snapshot((session) => sealBlock(collections, { tenantId, place }, session), SEALING_MS),
});

const sealedFrom = async (
  { subtrees }: Collections,
  tenantId: string,
  from: number,
): Promise<readonly string[]> => {
  const place = Math.floor((from - 1) / SEALED_BLOCK);
  const kept = await subtrees.findOne(
    { ...levelFilter(tenantId, 0), [SUBTREE.place]: typed(place) },
    ONE_READ,
  );
  return kept === null ? [] : unpackHashes(kept[SUBTREE.hash]).slice(from - 1 - place * SEALED_BLOCK);
};

/** The events of a trail from a sequence on, and before another. */
interface Span {
  readonly tenantId: string;
  readonly from: number;
  readonly to: number;
}

const storedHashes = async (
  { audit }: Collections,
  span: Span,
  session?: ClientSession,
): Promise<string[]> => {
  const options = {
    projection: { ...SEQUENCE, [EVENT.hash]: 1 },
    ...(session === undefined ? ONE_READ : { session }),
  };
  const found = await audit
    .find(eventsIn(span), options)
    .sort({ [EVENT.sequence]: 1 })
    .toArray();
  return upToGap(found, span.from).map((document) => document[EVENT.hash]);
};

const storedMacs = async ({ audit }: Collections, span: Span): Promise<string[]> => {
  const found = await audit
    .find(eventsIn(span), { projection: { ...SEQUENCE, [EVENT.mac]: 1 }, ...ONE_READ })
    .sort({ [EVENT.sequence]: 1 })
    .toArray();
  return upToGap(found, span.from).map((document) => textOf(document[EVENT.mac]));
};

const upToGap = <D extends Pick<AuditDocument, typeof EVENT.sequence>>(
  found: readonly D[],
  from: number,
): readonly D[] => {
  const gap = found.findIndex((document, index) => sequenceIn(document) !== from + index);
  return gap === -1 ? found : found.slice(0, gap);
};

const eventsIn = ({ tenantId, from, to }: Span) => ({
  [EVENT.tenantId]: typed(tenantId),
  [EVENT.sequence]: { $gte: typed(from), $lt: typed(to) },
});

const sealBlock = async (
  collections: Collections,
  { tenantId, place }: { readonly tenantId: string; readonly place: number },
  session: ClientSession,
): Promise<boolean> => {
  const span = { tenantId, from: place * SEALED_BLOCK + 1, to: (place + 1) * SEALED_BLOCK + 1 };
  const hashes = await storedHashes(collections, span, session);
  const { subtrees, audit } = collections;
  const top = await subtrees.findOne({ _id: subtreeKey(tenantId, 8, place) }, { session });
  if (hashes.length !== SEALED_BLOCK || top === null) return false;
  const leaves = { level: 0, place, hash: packHashes(hashes), latest: top[SUBTREE.latest] };
  const document = { _id: subtreeKey(tenantId, 0, place), ...subtreeFields(tenantId, leaves) };
  await subtrees.insertOne(document, { session });
  await audit.deleteMany(eventsIn(span), { session });
  return true;
};
