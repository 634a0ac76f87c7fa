import { MAX_EXTERNAL_IDS } from '@govgate/domain/internal';
import { groupKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { described } from './described.js';
import {
  Count,
  DateTime,
  Id,
  listQuery,
  Name,
  PrincipalId,
  ReasonCodeField,
  TenantParameter,
  textOf,
} from './fields.js';
import { Permissions } from './permissions.js';

/** A local group (docs/spec/identity.md#users-groups-and-service-accounts). */
export const MembersAnswer = v.object({
  group_id: described(v.string(), 'Names the local group; unique in its tenant.', 'operators'),
  display_name: described(v.string(), 'What people call it.', 'Billing IDE'),
  created_at: described(DateTime, 'When it was created.'),
  disabled_at: described(v.optional(DateTime), 'When the group was disabled; absent while it is enabled.'),
  members: described(v.array(v.string()), 'User ids of the members, sorted.', ['ada']),
});

/** The same with what is ours. */
export const GroupAnswer = v.object({
  ...MembersAnswer.entries,
  external_ids: described(
    v.array(v.string()),
    'Names under which identity providers know the group: whoever signs in with a token that holds one of them is a member.',
    ['/security/admins'],
  ),
  external_id: described(
    v.nullable(v.string()),
    'Under which id the identity provider keeps the group; null where it was not provisioned.',
    '00g1',
  ),
  managed_elsewhere: described(
    v.boolean(),
    'True if an identity provider keeps the members, so that they cannot be changed here.',
  ),
  permissions: Permissions,
});

const { members: _, permissions: __, ...summary } = GroupAnswer.entries;

/** A local group in a list. */
export const GroupSummaryAnswer = v.object({
  ...summary,
  member_count: described(Count, 'How many users are in the group.'),
});

const ExternalIds = v.pipe(v.array(textOf(1, 256)), v.maxLength(MAX_EXTERNAL_IDS));

export const AddMemberBody = v.strictObject({
  user_id: described(PrincipalId, 'The user who becomes a member.', 'ada'),
});

export const CreateGroupBody = v.strictObject({
  group_id: described(Id, 'Names the local group; unique in its tenant.', 'operators'),
  display_name: described(Name, 'What people call it.', 'Billing IDE'),
  external_ids: described(
    v.optional(ExternalIds),
    'Names under which identity providers know the group: whoever signs in with a token that holds one of them is a member.',
    ['/security/admins'],
  ),
  reason_code: v.optional(ReasonCodeField),
});

export const UpdateGroupBody = v.strictObject({
  display_name: described(v.optional(Name), 'What people call it.', 'Billing IDE'),
  external_ids: described(
    v.optional(ExternalIds),
    'Names under which identity providers know the group: whoever signs in with a token that holds one of them is a member.',
    ['/security/admins'],
  ),
  reason_code: v.optional(ReasonCodeField),
});

export const GroupMemberParams = v.object({
  group_id: described(Id, 'Names the local group; unique in its tenant.', 'operators'),
  user_id: described(PrincipalId, 'Names the user, as in the `sub` of their tokens.', 'ada'),
});

export const GroupsQuery = v.strictObject({
  tenant_id: TenantParameter,
  ...listQuery(recordSortsOf(groupKind)),
});

export const GroupParams = v.object({
  group_id: described(Id, 'Names the local group; unique in its tenant.', 'operators'),
});
