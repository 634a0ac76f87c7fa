import { ALL_PERMISSIONS } from '@govgate/domain';
import { API_TOKEN_STATUSES, API_TOKEN_SUBJECT_TYPES } from '@govgate/domain/internal';
import { apiTokenKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { described } from './described.js';
import {
  DateTime,
  ETag,
  Id,
  InstantField,
  listQuery,
  PrincipalId,
  ReasonCodeField,
  SchemaVersion,
  TenantId,
  TenantParameter,
} from './fields.js';
import { Permissions } from './permissions.js';

/** An API token as it may be shown (docs/spec/identity.md#api-tokens). */
export const ApiTokenAnswer = v.object({
  schema_version: SchemaVersion,
  token_id: described(
    v.string(),
    'The 12 characters of the token after `ggw_`, which are no secret.',
    '4fT9kQ2xLm7a',
  ),
  tenant_id: TenantId,
  subject: described(
    v.object({
      subject_type: described(
        v.picklist(API_TOKEN_SUBJECT_TYPES),
        'Whether the token acts for a user or a service account.',
      ),
      subject_id: described(v.string(), 'For whom the token acts.', 'deployer'),
    }),
    'Whose grants the token carries.',
  ),
  limited_to: described(
    v.object({
      environment_ids: described(
        v.nullable(v.array(v.string())),
        'Environments that it is limited to; null for all that the subject has.',
        ['production'],
      ),
      permissions: described(
        v.nullable(v.array(v.string())),
        'Names of the permissions that it is limited to; null for all that the subject has.',
        ['policy.read'],
      ),
    }),
    'The most that the token may be used for, whatever is granted to its subject.',
  ),
  status: described(v.picklist(API_TOKEN_STATUSES), 'Whether the token is accepted.'),
  created_by: described(v.string(), 'Who created it.', 'ada'),
  parent_token_id: described(
    v.nullable(v.string()),
    'The token that made this one, and whose end ends it; null if it was made otherwise.',
    '4fT9kQ2xLm7a',
  ),
  created_at: described(DateTime, 'When it was created.'),
  expires_at: described(v.nullable(DateTime), 'When the token ends; null for never.'),
  revoked_by: described(v.nullable(v.string()), 'Who revoked it; null until then.', 'ada'),
  revoked_at: described(v.nullable(DateTime), 'When it was revoked; null until then.'),
  etag: ETag,
  permissions: Permissions,
});

/** A newly created token. Its text is in this one answer and nowhere else. */
export const IssuedApiTokenAnswer = v.object({
  ...ApiTokenAnswer.entries,
  token: described(
    v.nullable(v.string()),
    'The whole token. Shown in this one answer; null when the call is repeated.',
    'ggw_…',
  ),
});

const narrowing = <T extends v.GenericSchema>(item: T) =>
  v.optional(v.nullable(v.pipe(v.array(item), v.minLength(1), v.maxLength(100))), null);

export const CreateApiTokenBody = v.strictObject({
  subject: described(
    v.strictObject({
      subject_type: described(
        v.picklist(API_TOKEN_SUBJECT_TYPES),
        'Whether the token acts for a user or a service account.',
      ),
      subject_id: described(PrincipalId, 'For whom the token acts.', 'deployer'),
    }),
    'Whose grants the token carries.',
  ),
  limited_to: described(
    v.optional(
      v.strictObject({
        environment_ids: described(
          narrowing(Id),
          'Environments that it is limited to; null for all that the subject has.',
          ['production'],
        ),
        permissions: described(
          narrowing(v.picklist(ALL_PERMISSIONS)),
          'Permissions that it is limited to; null for all that the subject has.',
        ),
      }),
    ),
    'The most that the token may be used for, whatever is granted to its subject.',
  ),
  expires_at: described(
    v.optional(v.nullable(InstantField)),
    'When the token ends; null for never. If omitted, the longest lifetime the service allows.',
  ),
  reason_code: v.optional(ReasonCodeField),
});

export const ApiTokensQuery = v.strictObject({
  tenant_id: TenantParameter,
  subject_id: described(v.optional(PrincipalId), 'Only tokens of this user or service account.', 'deployer'),
  status: described(v.optional(v.picklist(API_TOKEN_STATUSES)), 'Only tokens in this state.'),
  ...listQuery(recordSortsOf(apiTokenKind)),
});

export const ApiTokenParams = v.object({
  token_id: described(
    Id,
    'The 12 characters of the token after `ggw_`, which are no secret.',
    '4fT9kQ2xLm7a',
  ),
});
