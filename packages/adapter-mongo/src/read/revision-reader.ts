import type { RevisionReader } from '@govgate/ports';
import type { Collections } from '../kinds/collections.js';
import { TENANT_HEAD, type TenantHeadDocument } from '../kinds/documents.js';
import { tenantHeadKey } from '../kinds/keys.js';
import { ONE_READ, type Reader } from './reader.js';
import { ReadsTogether } from './reads-together.js';

type Head = Pick<TenantHeadDocument, '_id' | typeof TENANT_HEAD.content | typeof TENANT_HEAD.authorization>;

const REVISIONS = { [TENANT_HEAD.content]: 1, [TENANT_HEAD.authorization]: 1 } as const;

/** The tenant's head by its key, from the primary with majority concern: one command for all who ask at once. */
export const mongoRevisionReader = ({ heads }: Collections, reader: Reader): RevisionReader => {
  const together = new ReadsTogether<Head>(
    async (keys) =>
      (await heads
        .find({ _id: { $in: [...keys] } }, { ...ONE_READ, projection: REVISIONS })
        .toArray()) as Head[],
  );
  return {
    revisions: (tenantId) =>
      reader.read(async () => {
        const head = await together.get(tenantHeadKey(tenantId));
        if (head === undefined) return { content: 0, authorization: 0 };
        return { content: head[TENANT_HEAD.content], authorization: head[TENANT_HEAD.authorization] };
      }),
  };
};
