import type { Instant } from '@govgate/domain';
import { defineKind, integer, text } from '../record-kind.js';

/** One use of an Idempotency-Key by one caller on one route. Only hashes of the key and the request are kept. */
export interface IdempotencyEntry {
  /** SHA-256 of caller, operation, path and key. */
  readonly entryId: string;
  readonly tenantId: string;
  /** Whose call it was: the actor's type and id. */
  readonly caller: string;
  /** SHA-256 of the query and body sent with the key. */
  readonly fingerprint: string;
  readonly state: 'running' | 'answered';
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The use case's output as JSON text: metadata only, like every answer. "" while running, and where it was too long to be kept. */
  readonly output: string;
  /** About what the entry takes in the store. */
  readonly kilobytes: number;
}

/** Bookkeeping, hence observed rather than governed: it has no audit event. */
export const idempotencyKind = defineKind<IdempotencyEntry>()({
  name: 'idempotency_entry',
  scoping: 'tenant',
  governed: false,
  idOf: (entry) => entry.entryId,
  scopeOf: (entry) => ({ tenantId: entry.tenantId }),
  attributes: {
    createdAt: text((entry: IdempotencyEntry) => entry.createdAt),
    caller: text((entry: IdempotencyEntry) => entry.caller),
    kilobytes: integer((entry: IdempotencyEntry) => entry.kilobytes),
  },
  indexes: [['createdAt'], ['caller', 'createdAt'], ['caller', 'kilobytes']],
});
