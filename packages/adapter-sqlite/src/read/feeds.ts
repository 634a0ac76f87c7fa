import type { RevocationSubjectType, Scope, SequencedRevocation } from '@govgate/domain';
import type { Outbox, OutboxEntry, RevocationFeed } from '@govgate/ports';
import type { SqlRow } from '../driver/sql-driver.js';
import type { WriteQueue } from '../write/write-queue.js';
import type { ReadAccess } from './read-access.js';

const READ = `SELECT sequence, revocation_id, subject_type, subject_id, effective_at, reason_code, lifts
  FROM revocations WHERE tenant_id = ? AND environment_id = ?`;
const AFTER = `${READ} AND sequence > ? ORDER BY sequence LIMIT ?`;
const FIND = `${READ} AND revocation_id = ?`;
const LAST = 'SELECT sequence FROM revocation_heads WHERE tenant_id = ? AND environment_id = ?';

/** Reads of the revocation feed. */
export const sqliteRevocations = (reads: ReadAccess): RevocationFeed => ({
  after: (scope, sequence, limit) =>
    reads.run((driver) =>
      driver
        .all(AFTER, [scope.tenantId, scope.environmentId, sequence, limit])
        .map((row) => revocationOf(scope, row)),
    ),
  find: (scope, revocationId) =>
    reads.run((driver) => {
      const row = driver.get(FIND, [scope.tenantId, scope.environmentId, revocationId]);
      return row === undefined ? undefined : revocationOf(scope, row);
    }),
  lastSequence: ({ tenantId, environmentId }) =>
    reads.run((driver) => driver.get<[number]>(LAST, [tenantId, environmentId])?.[0] ?? 0),
});

const PENDING = `SELECT entry_id, tenant_id, environment_id, job, subject_id, request_id, created_at FROM outbox
  ORDER BY entry_no LIMIT ?`;
const MARK_DONE = 'DELETE FROM outbox WHERE entry_id IN (SELECT value FROM json_each(?))';

/** Committed outbox entries that were not handed on. */
export const sqliteOutbox = (reads: ReadAccess, queue: WriteQueue): Outbox => ({
  pending: (limit) => reads.run((driver) => driver.all(PENDING, [limit]).map(entryOf)),
  async markDone(entryIds) {
    if (entryIds.length === 0) return;
    const ids = JSON.stringify(entryIds);
    await queue.add(({ driver }) => {
      driver.run(MARK_DONE, [ids]);
      return { keep: true, answer: undefined };
    });
  },
});

const revocationOf = ({ tenantId, environmentId }: Scope, row: SqlRow): SequencedRevocation => ({
  tenantId,
  environmentId,
  sequence: row[0] as number,
  revocationId: row[1] as string,
  subjectType: row[2] as RevocationSubjectType,
  subjectId: row[3] as string,
  effectiveAt: row[4] as string,
  reasonCode: row[5] as string,
  ...(row[6] === null ? {} : { lifts: row[6] as string }),
});

const entryOf = (row: SqlRow): OutboxEntry => ({
  entryId: row[0] as string,
  tenantId: row[1] as string,
  environmentId: row[2] as string | null,
  job: row[3] as string,
  subjectId: row[4] as string,
  requestId: row[5] as string,
  createdAt: row[6] as string,
});
