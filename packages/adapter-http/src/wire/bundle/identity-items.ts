import { ROLES, SCOPE_TYPES } from '@govgate/domain';
import { MAX_EXTERNAL_IDS, ROLE_BINDING_SUBJECT_TYPES } from '@govgate/domain/internal';
import * as v from 'valibot';
import { textOf } from '../fields.js';
import {
  BundleId,
  BundleName,
  BundlePrincipalId,
  BundleReasonCode,
  BundleText,
  Ids,
  Ignored,
  Moment,
  maybe,
  RecordVersion,
} from './bundle-fields.js';

export const TenantItem = v.strictObject({ tenant_id: BundleId, environments: Ids });

export const UserItem = v.strictObject({
  user_id: BundlePrincipalId,
  tenant_id: BundleId,
  display_name: BundleName,
  disabled_at: maybe(Moment),
  external_id: maybe(textOf(1, 256)),
  removed_at: maybe(Moment),
});

export const ServiceAccountItem = v.strictObject({
  service_account_id: BundlePrincipalId,
  tenant_id: BundleId,
  display_name: BundleName,
  disabled_at: maybe(Moment),
});

/** A local group (docs/spec/identity.md#users-groups-and-service-accounts) with its tenant. */
export const GroupItem = v.strictObject({
  group_id: BundleId,
  tenant_id: BundleId,
  display_name: BundleName,
  external_ids: v.optional(v.pipe(v.array(textOf(1, 256)), v.maxLength(MAX_EXTERNAL_IDS))),
  created_at: maybe(Moment),
  disabled_at: maybe(Moment),
  members: v.optional(v.array(BundlePrincipalId)),
  external_id: maybe(textOf(1, 256)),
  managed_elsewhere: v.optional(v.boolean()),
});

/** A role binding (docs/spec/authorization.md#role-bindings). */
export const RoleBindingItem = v.strictObject({
  schema_version: RecordVersion,
  binding_id: BundleId,
  tenant_id: BundleId,
  role: v.picklist(ROLES),
  subject: v.strictObject({
    subject_type: v.picklist(ROLE_BINDING_SUBJECT_TYPES),
    subject_id: BundlePrincipalId,
  }),
  scope: v.strictObject({
    scope_type: v.picklist(SCOPE_TYPES),
    environment_id: maybe(BundleId),
    owner_team: maybe(BundleId),
    resource_type: maybe(BundleText),
    resource_id: maybe(BundleId),
  }),
  status: Ignored,
  reason_code: v.optional(BundleReasonCode),
  reason: maybe(BundleText),
  granted_by: v.optional(BundlePrincipalId),
  created_at: maybe(Moment),
  not_before: maybe(Moment),
  expires_at: maybe(Moment),
  disabled_by: maybe(BundlePrincipalId),
  disabled_at: maybe(Moment),
  disable_reason_code: maybe(BundleReasonCode),
  etag: Ignored,
  audit_event_ids: Ignored,
  permissions: Ignored,
});
