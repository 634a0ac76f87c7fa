import { MAX_EXTERNAL_IDS } from '@govgate/domain';
import * as v from 'valibot';
import {
  Count,
  DateTime,
  Id,
  Name,
  PageSize,
  PageToken,
  PrincipalId,
  ReasonCodeField,
  textOf,
} from './fields.js';
import { Permissions } from './policy.js';

/** A local group (docs/spec/identity.md#users-groups-and-service-accounts). */
export const MembersAnswer = v.object({
  group_id: v.string(),
  display_name: v.string(),
  created_at: DateTime,
  disabled_at: v.optional(DateTime),
  members: v.array(v.string()),
});

/** The same with what is ours. */
export const GroupAnswer = v.object({
  ...MembersAnswer.entries,
  external_ids: v.array(v.string()),
  external_id: v.nullable(v.string()),
  managed_elsewhere: v.boolean(),
  permissions: Permissions,
});

const { members: _, permissions: __, ...summary } = GroupAnswer.entries;

/** A local group in a list. */
export const GroupSummaryAnswer = v.object({ ...summary, member_count: Count });

const ExternalIds = v.pipe(v.array(textOf(1, 256)), v.maxLength(MAX_EXTERNAL_IDS));

export const AddMemberBody = v.strictObject({ user_id: PrincipalId });

export const CreateGroupBody = v.strictObject({
  group_id: Id,
  display_name: Name,
  external_ids: v.optional(ExternalIds),
  reason_code: v.optional(ReasonCodeField),
});

export const UpdateGroupBody = v.strictObject({
  display_name: v.optional(Name),
  external_ids: v.optional(ExternalIds),
  reason_code: v.optional(ReasonCodeField),
});

export const GroupMemberParams = v.object({ group_id: Id, user_id: PrincipalId });

/** A tenant's list without filters. */
export const TenantPageQuery = v.strictObject({
  tenant_id: v.optional(Id),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});
