import { type RevisionReader, TouchLog } from '@govgate/ports';
import type { Collections } from '../kinds/collections.js';
import { TENANT_HEAD, type TenantHeadDocument } from '../kinds/documents.js';
import { touchesOf } from '../kinds/heads.js';
import { tenantHeadKey } from '../kinds/keys.js';
import { ONE_READ, type Reader } from './reader.js';
import { ReadsTogether } from './reads-together.js';

type Head = Pick<
  TenantHeadDocument,
  | '_id'
  | typeof TENANT_HEAD.tenantId
  | typeof TENANT_HEAD.content
  | typeof TENANT_HEAD.authorization
  | typeof TENANT_HEAD.touches
>;

const REVISIONS = {
  [TENANT_HEAD.tenantId]: 1,
  [TENANT_HEAD.content]: 1,
  [TENANT_HEAD.authorization]: 1,
  [TENANT_HEAD.touches]: 1,
} as const;

/**
 * The tenant's head by its key, from the primary with majority concern: one command for all who ask at once. The head also says where the
 * latest commits of all processes wrote.
 */
export const mongoRevisionReader = ({ heads }: Collections, reader: Reader): RevisionReader => {
  const log = new TouchLog();
  const together = new ReadsTogether<Head>(async (keys) => {
    const found = (await heads
      .find({ _id: { $in: [...keys] } }, { ...ONE_READ, projection: REVISIONS })
      .toArray()) as Head[];
    // Once for all who asked, and before any of them is answered.
    for (const head of found) log.learned(head[TENANT_HEAD.tenantId], touchesOf(head));
    return found;
  });
  return {
    revisions: (tenantId) =>
      reader.read(async () => {
        const head = await together.get(tenantHeadKey(tenantId));
        if (head === undefined) return { content: 0, authorization: 0 };
        return { content: head[TENANT_HEAD.content], authorization: head[TENANT_HEAD.authorization] };
      }),
    untouched: (tenantId, since, until, places) => log.untouched(tenantId, since, until, places),
  };
};
