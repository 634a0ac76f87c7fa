import { authorize } from '../authorization/authorize.js';
import type { Principal } from '../authorization/principal.js';
import { type Group, MAX_GROUP_MEMBERS } from './group.js';

/**
 * What the caller may do with a group now: some user can be added, or some member removed. Whether a change of a particular member is
 * refused, such as the last administrator, depends on the member. Sorted (docs/spec/identity.md).
 */
export const groupAllowedActions = (principal: Principal, group: Group): string[] => {
  const target = {
    tenantId: group.tenantId,
    environmentId: null,
    resourceId: group.groupId,
    ownerTeam: null,
  };
  if (group.managedElsewhere || !authorize(principal, 'local_identity.manage', target)) return [];
  const hasRoom = group.disabledAt === null && group.members.length < MAX_GROUP_MEMBERS;
  return [...(hasRoom ? ['add_member'] : []), ...(group.members.length > 0 ? ['remove_member'] : [])];
};
