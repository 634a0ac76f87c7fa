import { type Decided, moved, noChange } from '../decided.js';
import { ok, type Result, refuse } from '../result.js';
import type { Group } from './group.js';

/**
 * Removes a user from a group; grants through it end with the next call. Removing a non-member changes nothing. The last administrator of a
 * tenant cannot leave the group that makes them one (docs/spec/identity.md).
 */
export const decideRemoveMember = (
  group: Group,
  request: { readonly userId: string; readonly lastSecurityAdmin: boolean },
): Result<Decided<Group>> => {
  if (group.managedElsewhere) return refuse('managed_elsewhere');
  if (!group.members.includes(request.userId)) return ok(noChange(group));
  if (request.lastSecurityAdmin) return refuse('last_security_admin');
  return ok(moved(group, { ...group, members: group.members.filter((id) => id !== request.userId) }));
};
