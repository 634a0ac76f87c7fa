import type { Instant } from '@govgate/domain';
import { defineKind, text } from '../record-kind.js';

/** One use of an Idempotency-Key by one caller on one route. Neither the key nor the request is kept, only their hashes. */
export interface IdempotencyEntry {
  /** SHA-256 of caller, operation, path and key. */
  readonly entryId: string;
  readonly tenantId: string;
  /** SHA-256 of the query and body that came with the key. */
  readonly fingerprint: string;
  readonly state: 'running' | 'answered';
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The use case's output as JSON text: metadata only, as every answer. "" while running. */
  readonly output: string;
}

/** Bookkeeping, so it is observed rather than governed: no audit event of its own. */
export const idempotencyKind = defineKind<IdempotencyEntry>()({
  name: 'idempotency_entry',
  scoping: 'tenant',
  governed: false,
  idOf: (entry) => entry.entryId,
  scopeOf: (entry) => ({ tenantId: entry.tenantId }),
  attributes: { createdAt: text((entry: IdempotencyEntry) => entry.createdAt) },
  indexes: [['createdAt']],
});
