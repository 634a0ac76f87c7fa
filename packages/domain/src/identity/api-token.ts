import type { Permission } from '../authorization/permissions.js';
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
  /** Permissions that every grant is narrowed to; null, or absent in a record from before: all. */
  readonly permissions?: readonly Permission[] | null;
  readonly createdBy: string;
  /** The user who made it; null, or absent in a record from before, where nobody is known: the command line names no person. */
  readonly madeBy?: string | null;
  readonly createdAt: Instant;
  /** Exclusive end; null: never. */
  readonly expiresAt: Instant | null;
  readonly revokedBy: string | null;
  readonly revokedAt: Instant | null;
}
