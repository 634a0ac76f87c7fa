import { ALL_PERMISSIONS, API_TOKEN_STATUSES, API_TOKEN_SUBJECT_TYPES } from '@govgate/domain';
import * as v from 'valibot';
import {
  DateTime,
  Id,
  InstantField,
  PageSize,
  PageToken,
  PrincipalId,
  ReasonCodeField,
  SchemaVersion,
} from './fields.js';
import { Permissions } from './policy.js';

/** An API token as it may be shown (docs/spec/identity.md#api-tokens). */
export const ApiTokenAnswer = v.object({
  schema_version: SchemaVersion,
  token_id: v.string(),
  tenant_id: v.string(),
  subject: v.object({ subject_type: v.picklist(API_TOKEN_SUBJECT_TYPES), subject_id: v.string() }),
  limited_to: v.object({
    environment_ids: v.nullable(v.array(v.string())),
    permissions: v.nullable(v.array(v.string())),
  }),
  status: v.picklist(API_TOKEN_STATUSES),
  created_by: v.string(),
  parent_token_id: v.nullable(v.string()),
  created_at: DateTime,
  expires_at: v.nullable(DateTime),
  revoked_by: v.nullable(v.string()),
  revoked_at: v.nullable(DateTime),
  etag: v.string(),
  permissions: Permissions,
});

/** A newly created token. Its text is in this one answer and nowhere else. */
export const IssuedApiTokenAnswer = v.object({
  ...ApiTokenAnswer.entries,
  token: v.nullable(v.string()),
});

const narrowing = <T extends v.GenericSchema>(item: T) =>
  v.optional(v.nullable(v.pipe(v.array(item), v.minLength(1), v.maxLength(100))), null);

export const CreateApiTokenBody = v.strictObject({
  subject: v.strictObject({
    subject_type: v.picklist(API_TOKEN_SUBJECT_TYPES),
    subject_id: PrincipalId,
  }),
  limited_to: v.optional(
    v.strictObject({
      environment_ids: narrowing(Id),
      permissions: narrowing(v.picklist(ALL_PERMISSIONS)),
    }),
  ),
  expires_at: v.optional(v.nullable(InstantField)),
  reason_code: v.optional(ReasonCodeField),
});

export const ApiTokensQuery = v.strictObject({
  tenant_id: v.optional(Id),
  subject_id: v.optional(PrincipalId),
  status: v.optional(v.picklist(API_TOKEN_STATUSES)),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});
