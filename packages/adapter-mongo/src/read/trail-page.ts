import {
  type AuditFilter,
  type AuditPage,
  type AuditPageQuery,
  auditTotal,
  MOST_COUNTED_EVENTS,
  SEALED_BLOCK,
  trailPath,
} from '@govgate/ports';
import type { ClientSession, Document } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { type AuditDocument, EVENT, SUBTREE } from '../kinds/documents.js';
import { BY_SEQUENCE, BY_TIME, TRAIL_KEYS } from '../kinds/trail-keys.js';
import { auditFilterOf, EVENT_FIELDS, eventOf } from './audit-document.js';
import { levelFilter } from './subtree-document.js';
import { endsOf } from './trail-ends.js';
import { typed } from './where-filter.js';

interface TrailPageRequest extends AuditPageQuery {
  readonly tenantId: string;
  readonly collections: Collections;
  readonly session: ClientSession;
}

/** A page of a trail, and how many events its filter has. */
export const pageOf = async (request: TrailPageRequest): Promise<AuditPage> => {
  const { filter, limit, afterSequence } = request;
  const read = { filter: await filterOf(request), hint: hintOf(filter) };
  const found = await eventsOf(request, read);
  const more = found.length > limit;
  const isWhole = !more && afterSequence === undefined;
  return {
    items: found.slice(0, limit).map(eventOf),
    ...auditTotal(isWhole ? found.length : await countEvents(request, read)),
    more,
  };
};

const hintOf = (filter: AuditFilter): Document => {
  const path = trailPath(filter);
  if (path !== undefined) return TRAIL_KEYS[path];
  return filter.from === undefined && filter.to === undefined ? BY_SEQUENCE : BY_TIME;
};

interface TrailRead {
  readonly filter: Document;
  readonly hint: Document;
}

/** Of a time that is asked for, the trail's tree tells which events are all before it. */
const filterOf = async ({
  tenantId,
  filter,
  collections,
  session,
}: Pick<TrailPageRequest, 'tenantId' | 'filter' | 'collections' | 'session'>): Promise<Document> => {
  const wanted = auditFilterOf(tenantId, filter);
  if (filter.from === undefined) return wanted;
  const later = { ...levelFilter(tenantId, 8), [SUBTREE.latest]: { $gte: typed(filter.from) } };
  const first = await collections.subtrees.findOne(later, { session, sort: { [SUBTREE.latest]: 1 } });
  const before = (first?.[SUBTREE.place] ?? 0) * SEALED_BLOCK;
  return { ...wanted, [EVENT.sequence]: { $gt: before } };
};

// One more than a page holds tells whether there are more.
const eventsOf = (
  { collections, session, direction, afterSequence, limit }: TrailPageRequest,
  { filter, hint }: TrailRead,
): Promise<Pick<AuditDocument, typeof EVENT.text | typeof EVENT.hash>[]> => {
  const behind = { [direction === 'asc' ? '$gt' : '$lt']: typed(afterSequence ?? 0) };
  const place = afterSequence === undefined ? {} : { $and: [{ [EVENT.sequence]: behind }] };
  return collections.audit
    .find({ ...filter, ...place }, { session, projection: EVENT_FIELDS, batchSize: limit + 2, hint })
    .sort({ [EVENT.sequence]: direction === 'asc' ? 1 : -1 })
    .limit(limit + 1)
    .toArray();
};

// Sequences have no gaps, so the head and the first event give the count of the whole trail.
const countEvents = async (
  { filter: wanted, collections, tenantId, session }: TrailPageRequest,
  { filter, hint }: TrailRead,
): Promise<number> => {
  if (Object.values(wanted).some((value) => value !== undefined))
    return collections.audit.countDocuments(filter, { session, hint, limit: MOST_COUNTED_EVENTS + 1 });
  const { firstSequence, lastSequence } = await endsOf(collections, tenantId, session);
  return lastSequence + 1 - firstSequence;
};
