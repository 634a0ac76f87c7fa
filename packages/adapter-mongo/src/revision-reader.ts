import type { RevisionReader } from '@govgate/ports';
import type { Collections } from './collections.js';
import type { TenantHeadDocument } from './documents.js';
import { tenantHeadKey } from './keys.js';
import { ONE_READ, type Reader } from './reader.js';

/** One read of the tenant's head by its key, from the primary, of what a majority holds. */
export const mongoRevisionReader = (collections: Collections, reader: Reader): RevisionReader => ({
  revisions: (tenantId) =>
    reader.read(async () => {
      const head = (await collections.heads.findOne(
        { _id: tenantHeadKey(tenantId) },
        { ...ONE_READ, projection: { _id: 0, c: 1, z: 1 } },
      )) as Pick<TenantHeadDocument, 'c' | 'z'> | null;
      return { content: head?.c ?? 0, authorization: head?.z ?? 0 };
    }),
});
