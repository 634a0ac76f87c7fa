import { ACCOUNT_STATUSES } from '@govgate/domain/internal';
import { type AnyKind, recordSortsOf, serviceAccountKind, userKind } from '@govgate/ports';
import * as v from 'valibot';
import { described } from './described.js';
import {
  DateTime,
  ETag,
  listQuery,
  Name,
  PrincipalId,
  ReasonCodeField,
  SchemaVersion,
  TenantId,
  TenantParameter,
} from './fields.js';
import { Permissions } from './permissions.js';

const common = {
  tenant_id: TenantId,
  display_name: described(v.string(), 'What people call it.', 'Billing IDE'),
  status: described(v.picklist(ACCOUNT_STATUSES), 'Whether the account may be used.'),
  disabled_at: described(v.nullable(DateTime), 'When it was disabled; null while it is enabled.'),
  etag: ETag,
  permissions: Permissions,
};

/** A user (docs/spec/identity.md). */
export const UserAnswer = v.object({
  schema_version: SchemaVersion,
  user_id: described(v.string(), 'Names the user, as in the `sub` of their tokens.', 'ada'),
  ...common,
  external_id: described(
    v.nullable(v.string()),
    'Under which id the identity provider keeps the user; null where it was not provisioned.',
    '00u1',
  ),
});

/** A service account (docs/spec/identity.md). */
export const ServiceAccountAnswer = v.object({
  schema_version: SchemaVersion,
  service_account_id: described(v.string(), 'Names the account, as in the `sub` of its tokens.', 'deployer'),
  ...common,
});

const written = {
  display_name: described(Name, 'What people call it.', 'Billing IDE'),
  reason_code: v.optional(ReasonCodeField),
};

export const CreateUserBody = v.strictObject({
  user_id: described(PrincipalId, 'Names the user, as in the `sub` of their tokens.', 'ada'),
  ...written,
});

export const CreateServiceAccountBody = v.strictObject({
  service_account_id: described(PrincipalId, 'Names the account, as in the `sub` of its tokens.', 'deployer'),
  ...written,
});

/** What may be changed about a user or a service account. */
export const UpdateAccountBody = v.strictObject(written);

export const UserParams = v.object({
  user_id: described(PrincipalId, 'Names the user, as in the `sub` of their tokens.', 'ada'),
});

export const ServiceAccountParams = v.object({
  service_account_id: described(PrincipalId, 'Names the account, as in the `sub` of its tokens.', 'deployer'),
});

const accountsQuery = (kind: AnyKind) =>
  v.strictObject({
    tenant_id: TenantParameter,
    status: described(v.optional(v.picklist(ACCOUNT_STATUSES)), 'Only accounts in this state.'),
    ...listQuery(recordSortsOf(kind)),
  });

export const UsersQuery = accountsQuery(userKind);
export const ServiceAccountsQuery = accountsQuery(serviceAccountKind);
