import type { ApiToken, Instant, Permission } from '@govgate/domain';
import {
  type ApiTokenStatus,
  type ApiTokenSubjectType,
  apiTokenAllowedActions,
  apiTokenStatus,
} from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { quotedTag, recordTag } from '../call/record-tag.js';

/** An API token as answered: its bearer and reach, never its text (docs/spec/identity.md#api-tokens). */
export interface ApiTokenView {
  readonly schemaVersion: '1.0';
  readonly tokenId: string;
  readonly tenantId: string;
  readonly subject: { readonly subjectType: ApiTokenSubjectType; readonly subjectId: string };
  readonly limitedTo: {
    readonly environmentIds: readonly string[] | null;
    readonly permissions: readonly Permission[] | null;
  };
  readonly status: ApiTokenStatus;
  readonly createdBy: string;
  /** The token that it was made with, and ends with. */
  readonly parentTokenId: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly revokedBy: string | null;
  readonly revokedAt: Instant | null;
  readonly etag: string;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

export const apiTokenView = (
  { principal }: CallContext,
  stored: Stored<ApiToken>,
  now: Instant,
): ApiTokenView => {
  const { record } = stored;
  const { tokenId, tenantId, subjectType, subjectId, environmentIds, permissions, ancestors } = record;
  const { createdBy, createdAt, expiresAt, revokedBy, revokedAt } = record;
  const allowed = apiTokenAllowedActions(principal, record, now);
  return {
    schemaVersion: '1.0',
    tokenId,
    tenantId,
    subject: { subjectType, subjectId },
    limitedTo: { environmentIds, permissions },
    status: apiTokenStatus(record, now),
    createdBy,
    parentTokenId: ancestors.at(-1)?.tokenId ?? null,
    createdAt,
    expiresAt,
    revokedBy,
    revokedAt,
    etag: quotedTag(recordTag(stored)),
    tag: recordTag(stored),
    permissions: permissionsView('local_identity', tokenId, allowed),
  };
};
