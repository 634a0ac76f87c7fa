import type { Touch } from '@govgate/ports';
import {
  COUNTER,
  type CounterDocument,
  type HeadDocument,
  TENANT_HEAD,
  type TenantHeadDocument,
  TOUCH,
  type TouchDocument,
} from './documents.js';
import { tenantHeadKey } from './keys.js';

/**
 * Places that a head remembers of its latest transactions. Every call reads the head, and every commit writes it: these are a few kilobytes,
 * and a process that looks once in so many commits misses none.
 */
const MOST_PLACES = 128;

/** The end of a tenant's chain, its revisions, and where its latest transactions wrote, the oldest first. */
export interface TenantHead {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string | null;
  readonly content: number;
  readonly authorization: number;
  readonly touches: readonly Touch[];
}

/** The head in a document found by a tenant's key. */
export const tenantHeadOf = (document: HeadDocument): TenantHead => {
  const head = document as TenantHeadDocument;
  return {
    tenantId: head[TENANT_HEAD.tenantId],
    sequence: head[TENANT_HEAD.sequence],
    hash: head[TENANT_HEAD.hash],
    content: head[TENANT_HEAD.content],
    authorization: head[TENANT_HEAD.authorization],
    touches: touchesOf(head),
  };
};

/** Where the latest transactions of a tenant wrote, the oldest first. */
export const touchesOf = (head: Pick<TenantHeadDocument, typeof TENANT_HEAD.touches>): readonly Touch[] =>
  head[TENANT_HEAD.touches].map((touch) => ({
    from: touch[TOUCH.from],
    to: touch[TOUCH.to],
    places: new Set(touch[TOUCH.places]),
  }));

export const tenantHeadDocument = (head: TenantHead): TenantHeadDocument => ({
  _id: tenantHeadKey(head.tenantId),
  [TENANT_HEAD.tenantId]: head.tenantId,
  [TENANT_HEAD.sequence]: head.sequence,
  [TENANT_HEAD.hash]: head.hash,
  [TENANT_HEAD.content]: head.content,
  [TENANT_HEAD.authorization]: head.authorization,
  [TENANT_HEAD.touches]: latest(head.touches).map(touchDocument),
});

const latest = (touches: readonly Touch[]): readonly Touch[] => {
  let places = 0;
  const tooOld = touches.findLastIndex((touch) => {
    places += Math.max(1, touch.places.size);
    return places > MOST_PLACES;
  });
  return touches.slice(tooOld + 1);
};

const touchDocument = ({ from, to, places }: Touch): TouchDocument => ({
  [TOUCH.from]: from,
  [TOUCH.to]: to,
  [TOUCH.places]: [...places],
});

/** The count in a document found by a counter's key; 0 where there is none yet. */
export const countOf = (document: HeadDocument | null | undefined): number =>
  (document as CounterDocument | null | undefined)?.[COUNTER.count] ?? 0;

export const counterDocument = (key: string, count: number): CounterDocument => ({
  _id: key,
  [COUNTER.count]: count,
});
