import type { Permission } from '../authorization/permissions.js';
import type { Instant } from '../instant.js';

export const API_TOKEN_SUBJECT_TYPES = ['user', 'service_account'] as const;
export type ApiTokenSubjectType = (typeof API_TOKEN_SUBJECT_TYPES)[number];

/** A token that another was made with. */
export type TokenAncestor = Pick<ApiToken, 'tokenId' | 'subjectType' | 'subjectId'>;

/** A stored API token: its hash, never its text (docs/spec/identity.md#authentication). */
export interface ApiToken {
  /** The 12 id characters of its text. */
  readonly tokenId: string;
  readonly tenantId: string;
  readonly subjectType: ApiTokenSubjectType;
  readonly subjectId: string;
  /** SHA-256 of the whole text, hex. */
  readonly secretHash: string;
  /** Environments every grant is narrowed to; null: all. */
  readonly environmentIds: readonly string[] | null;
  /** Permissions every grant is narrowed to; null: all. */
  readonly permissions: readonly Permission[] | null;
  readonly createdBy: string;
  /** The users behind its creator; empty if unknown: the command line names no person. */
  readonly madeBy: readonly string[];
  /** The tokens it was made with, the first one first: it ends with each of them and with their accounts (docs/spec/identity.md#api-tokens). */
  readonly ancestors: readonly TokenAncestor[];
  readonly createdAt: Instant;
  /** Exclusive end; null: never. */
  readonly expiresAt: Instant | null;
  readonly revokedBy: string | null;
  readonly revokedAt: Instant | null;
}
