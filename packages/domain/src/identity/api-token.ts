import type { Instant } from '../instant.js';

export const API_TOKEN_SUBJECT_TYPES = ['user', 'service_account'] as const;
export type ApiTokenSubjectType = (typeof API_TOKEN_SUBJECT_TYPES)[number];

/** An API token as it is kept: its hash, never its text (decisions, section 2). */
export interface ApiToken {
  /** The 12 id characters of its text. */
  readonly tokenId: string;
  readonly tenantId: string;
  readonly subjectType: ApiTokenSubjectType;
  readonly subjectId: string;
  /** SHA-256 of the whole text, hex. */
  readonly secretHash: string;
  /** Environments that every grant is narrowed to; null: all. */
  readonly environmentIds: readonly string[] | null;
  readonly createdBy: string;
  readonly createdAt: Instant;
  /** Exclusive end; null: never. */
  readonly expiresAt: Instant | null;
  readonly revokedBy: string | null;
  readonly revokedAt: Instant | null;
}
