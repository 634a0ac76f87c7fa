import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import { permissionsLacked } from '../role-binding/grantor.js';
import type { RoleBinding } from '../role-binding/role-binding.js';
import { roleBindingStatus } from '../role-binding/role-binding.machine.js';
import { compareText } from '../text-order.js';
import { type Group, MAX_GROUP_MEMBERS } from './group.js';

/**
 * Adds a user to a group; adding a member again changes nothing. Adding anybody to a group that reaches further or lasts longer than one's
 * own grants means granting what one lacks, to oneself or to an accomplice (docs/spec/authorization.md#role-bindings, docs/spec/identity.md).
 */
export const decideAddMember = (
  group: Group,
  request: {
    readonly userId: string;
    readonly userExists: boolean;
    readonly actor: Principal;
    /** The role bindings whose subject is the group. */
    readonly groupBindings: readonly RoleBinding[];
    readonly now: Instant;
  },
): Result<Decided<Group>> => {
  const { userId, actor } = request;
  const isMember = group.members.includes(userId);
  if (!request.userExists) return refuse('not_found', 'user_id');
  if (!isMember && grantsBeyond(actor, request.groupBindings, request.now))
    return refuse('self_grant_forbidden');
  if (group.disabledAt !== null) return refuse('group_disabled');
  if (group.managedElsewhere) return refuse('managed_elsewhere');
  if (isMember) return ok(noChange(group));
  if (group.members.length >= MAX_GROUP_MEMBERS) return refuse('limit_exceeded');
  return ok(moved(group, { ...group, members: [...group.members, userId].sort(compareText) }));
};

/** Whether a group's bindings give what a caller lacks. A scheduled one counts too: a member would hold it later without another check. */
export const grantsBeyond = (actor: Principal, bindings: readonly RoleBinding[], now: Instant): boolean =>
  bindings
    .filter((binding) => ['active', 'scheduled'].includes(roleBindingStatus(binding, now)))
    .some((binding) => permissionsLacked(actor, binding).length > 0);
