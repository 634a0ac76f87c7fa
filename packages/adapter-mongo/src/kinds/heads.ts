import {
  COUNTER,
  type CounterDocument,
  type HeadDocument,
  TENANT_HEAD,
  type TenantHeadDocument,
} from './documents.js';
import { tenantHeadKey } from './keys.js';

/** The end of a tenant's chain and its revisions. */
export interface TenantHead {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string | null;
  readonly content: number;
  readonly authorization: number;
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
  };
};

export const tenantHeadDocument = (head: TenantHead): TenantHeadDocument => ({
  _id: tenantHeadKey(head.tenantId),
  [TENANT_HEAD.tenantId]: head.tenantId,
  [TENANT_HEAD.sequence]: head.sequence,
  [TENANT_HEAD.hash]: head.hash,
  [TENANT_HEAD.content]: head.content,
  [TENANT_HEAD.authorization]: head.authorization,
});

/** The count in a document found by a counter's key; 0 where there is none yet. */
export const countOf = (document: HeadDocument | null | undefined): number =>
  (document as CounterDocument | null | undefined)?.[COUNTER.count] ?? 0;

export const counterDocument = (key: string, count: number): CounterDocument => ({
  _id: key,
  [COUNTER.count]: count,
});
