import { type Instant, type Revocation, type SequencedRevocation, sequenceRevocation } from '@govgate/domain';
import type { OutboxEntry } from '@govgate/ports';
import type { WriteGroup } from './write-group.js';

const INSERT_REVOCATION = `INSERT INTO revocations (tenant_id, environment_id, sequence, revocation_id, subject_type,
  subject_id, effective_at, reason_code, lifts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_ENTRY = `INSERT INTO outbox (entry_id, tenant_id, environment_id, job, subject_id, request_id, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

/** Assigns a revocation its position in its environment's feed. */
export const appendRevocation = (
  group: WriteGroup,
  revocation: Revocation,
  writtenAt?: Instant,
): SequencedRevocation => {
  const { tenantId, environmentId } = revocation;
  const sequence = group.nextInFeed(tenantId, environmentId);
  const placed = sequenceRevocation(revocation, sequence, writtenAt);
  const { revocationId, subjectType, subjectId, effectiveAt, reasonCode, lifts = null } = placed;
  group.driver.run(INSERT_REVOCATION, [
    tenantId,
    environmentId,
    sequence,
    revocationId,
    subjectType,
    subjectId,
    effectiveAt,
    reasonCode,
    lifts,
  ]);
  return placed;
};

export const appendOutboxEntry = (group: WriteGroup, entry: OutboxEntry): void => {
  const { entryId, tenantId, environmentId, job, subjectId, requestId, createdAt } = entry;
  group.driver.run(INSERT_ENTRY, [entryId, tenantId, environmentId, job, subjectId, requestId, createdAt]);
};
