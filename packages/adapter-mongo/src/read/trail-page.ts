import {
  type AuditPage,
  type AuditPageQuery,
  isUnfiltered,
  partsOfPage,
  sequencesOf,
  type TrailPart,
  type WalkedPart,
  WHOLE_TRAIL,
  walkedEvents,
} from '@govgate/ports';
import type { ClientSession, Document } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { type AuditDocument, EVENT } from '../kinds/documents.js';
import { BY_SEQUENCE, trailHint } from '../kinds/trail-hint.js';
import { auditFilterOf, EVENT_FIELDS, eventOf } from './audit-document.js';
import { endsOf } from './trail-ends.js';
import { partsOf } from './trail-index.js';
import { typed } from './where-filter.js';

interface Asked extends AuditPageQuery {
  readonly tenantId: string;
  readonly collections: Collections;
  readonly session: ClientSession;
  /** Events that are walked by sequence for it. */
  readonly mostWalked: number;
}

type Found = Pick<AuditDocument, typeof EVENT.text | typeof EVENT.hash>;

/** A page of a trail, and how many events its filter has. Undefined: too many would be walked for it. */
export const pageOf = async (asked: Asked): Promise<AuditPage | undefined> => {
  const { limit, afterSequence } = asked;
  const parts = await partsToRead(asked);
  if (parts === undefined) return undefined;
  const found = await eventsOf(asked, parts);
  const more = found.length > limit;
  const isWhole = !more && afterSequence === undefined;
  return {
    items: found.slice(0, limit).map(eventOf),
    totalCount: isWhole ? found.length : await countEvents(asked, parts),
    more,
  };
};

const partsToRead = async (asked: Asked): Promise<readonly TrailPart[] | undefined> => {
  if (isUnfiltered(asked.filter)) return WHOLE_TRAIL;
  const ends = await endsOf(asked.collections, asked.tenantId, asked.session);
  const parts = await partsOf(asked, ends.firstSequence);
  return walkedEvents(parts, ends) > asked.mostWalked ? undefined : parts;
};

// One more than a page holds tells whether there are more. Events that are known by name are read together.
const eventsOf = async (asked: Asked, parts: readonly TrailPart[]): Promise<Found[]> => {
  const found: Found[] = [];
  let known: number[] = [];
  for (const part of partsOfPage(parts, asked)) {
    const most = asked.limit + 1 - found.length - known.length;
    if (most === 0) break;
    if ('path' in part) {
      found.push(...(await named(asked, known)), ...(await walked(asked, part, most)));
      known = [];
    } else known.push(...sequencesOf(part, asked, most));
  }
  return [...found, ...(await named(asked, known))];
};

const named = async (asked: Asked, sequences: readonly number[]): Promise<Found[]> => {
  if (sequences.length === 0) return [];
  const { collections, tenantId, direction, session } = asked;
  return collections.audit
    .find(
      { [EVENT.tenantId]: typed(tenantId), [EVENT.sequence]: { $in: sequences.map(typed) } },
      { session, projection: EVENT_FIELDS, batchSize: sequences.length + 1, hint: BY_SEQUENCE },
    )
    .sort({ [EVENT.sequence]: direction === 'asc' ? 1 : -1 })
    .toArray();
};

const walked = async (asked: Asked, part: WalkedPart, most: number): Promise<Found[]> => {
  const { collections, direction, afterSequence, session } = asked;
  const place =
    afterSequence === undefined ? [] : [{ [direction === 'asc' ? '$gt' : '$lt']: typed(afterSequence) }];
  return collections.audit
    .find(filterOf(asked, part, place), {
      session,
      projection: EVENT_FIELDS,
      batchSize: most + 1,
      ...trailHint(part.path),
    })
    .sort({ [EVENT.sequence]: direction === 'asc' ? 1 : -1 })
    .limit(most)
    .toArray();
};

// Sequences have no gaps, so the head and the first event give the count of the whole trail.
const countEvents = async (asked: Asked, parts: readonly TrailPart[]): Promise<number> => {
  if (parts === WHOLE_TRAIL) {
    const { firstSequence, lastSequence } = await endsOf(asked.collections, asked.tenantId, asked.session);
    return lastSequence + 1 - firstSequence;
  }
  let count = 0;
  for (const part of parts) count += 'path' in part ? await countWalked(asked, part) : part.matches.count;
  return count;
};

const countWalked = (asked: Asked, part: WalkedPart): Promise<number> =>
  asked.collections.audit.countDocuments(filterOf(asked, part), {
    session: asked.session,
    ...trailHint(part.path),
  });

const filterOf = (
  { tenantId, filter }: Asked,
  { after, upTo }: WalkedPart,
  place: readonly Document[] = [],
): Document => {
  const bounds = [
    ...place,
    ...(Number.isFinite(after) ? [{ $gt: typed(after) }] : []),
    ...(Number.isFinite(upTo) ? [{ $lte: typed(upTo) }] : []),
  ];
  const [only, ...others] = bounds;
  const wanted = auditFilterOf(tenantId, filter);
  if (only === undefined) return wanted;
  if (others.length === 0) return { ...wanted, [EVENT.sequence]: only };
  return { ...wanted, $and: bounds.map((bound) => ({ [EVENT.sequence]: bound })) };
};
