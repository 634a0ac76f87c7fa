import { ACCOUNT_STATUSES } from '@govgate/domain';
import * as v from 'valibot';
import {
  DateTime,
  Id,
  Name,
  PageSize,
  PageToken,
  PrincipalId,
  ReasonCodeField,
  SchemaVersion,
} from './fields.js';
import { Permissions } from './policy.js';

const common = {
  tenant_id: v.string(),
  display_name: v.string(),
  status: v.picklist(ACCOUNT_STATUSES),
  disabled_at: v.nullable(DateTime),
  etag: v.string(),
  permissions: Permissions,
};

/** A user (docs/spec/identity.md). */
export const UserAnswer = v.object({
  schema_version: SchemaVersion,
  user_id: v.string(),
  ...common,
  external_id: v.nullable(v.string()),
});

/** A service account (docs/spec/identity.md). */
export const ServiceAccountAnswer = v.object({
  schema_version: SchemaVersion,
  service_account_id: v.string(),
  ...common,
});

const written = { display_name: Name, reason_code: v.optional(ReasonCodeField) };

export const CreateUserBody = v.strictObject({ user_id: PrincipalId, ...written });

export const CreateServiceAccountBody = v.strictObject({ service_account_id: PrincipalId, ...written });

/** What may be changed about a user or a service account. */
export const UpdateAccountBody = v.strictObject(written);

export const UserParams = v.object({ user_id: PrincipalId });

export const ServiceAccountParams = v.object({ service_account_id: PrincipalId });

export const AccountsQuery = v.strictObject({
  tenant_id: v.optional(Id),
  status: v.optional(v.picklist(ACCOUNT_STATUSES)),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});
