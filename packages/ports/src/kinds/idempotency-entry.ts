import type { Instant } from '@govgate/domain';
import { defineKind, text } from '../record-kind.js';

/** One use of an Idempotency-Key by one caller on one route. Only hashes of the key and the request are kept. */
export interface IdempotencyEntry {
  /** SHA-256 of caller, operation, path and key. */
  readonly entryId: string;
  readonly tenantId: string;
  /** SHA-256 of the query and body sent with the key. */
  readonly fingerprint: string;
  readonly state: 'running' | 'answered';
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The use case's output as JSON text: metadata only, like every answer. "" while running. */
  readonly output: string;
}

/** Bookkeeping, hence observed rather than governed: it has no audit event. */
export const idempotencyKind = defineKind<IdempotencyEntry>()({
  name: 'idempotency_entry',
  scoping: 'tenant',
  governed: false,
  idOf: (entry) => entry.entryId,
  scopeOf: (entry) => ({ tenantId: entry.tenantId }),
  attributes: { createdAt: text((entry: IdempotencyEntry) => entry.createdAt) },
  indexes: [['createdAt']],
});
