import type { RevisionReader, Revisions } from '@govgate/ports';
import type { ReadAccess } from './read-access.js';

const READ = 'SELECT content_revision, authorization_revision FROM tenant_heads WHERE tenant_id = ?';
const NONE: Revisions = { content: 0, authorization: 0 };

// One row by its key: to ask whether another process has committed anything would cost as much.
export const sqliteRevisions = (reads: ReadAccess): RevisionReader => ({
  revisions: (tenantId) =>
    reads.now((driver) => {
      const row = driver.get<[content: number, authorization: number]>(READ, [tenantId]);
      return row === undefined ? NONE : { content: row[0], authorization: row[1] };
    }),
});
