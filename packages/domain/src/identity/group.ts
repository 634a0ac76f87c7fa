import type { ActorType } from '../authorization/principal.js';
import type { Instant } from '../instant.js';

/** A local group (contract, section 2.8). Members are user ids, sorted. A disabled group grants nothing. */
export interface Group {
  readonly groupId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly createdAt: Instant;
  readonly disabledAt: Instant | null;
  readonly members: readonly string[];
}

/** Maximum members of a group. */
export const MAX_GROUP_MEMBERS = 5000;

/**
 * The groups that count for a caller, sorted: those listing the user and those claimed by their token, except groups disabled here. Groups
 * hold users: none counts for a service account, even if a member has its id.
 */
export const effectiveGroups = (
  stored: readonly Pick<Group, 'groupId' | 'members' | 'disabledAt'>[],
  { actorType, actorId }: { readonly actorType: ActorType; readonly actorId: string },
  claimed: readonly string[],
): string[] => {
  if (actorType !== 'user') return [];
  const groups = new Set(claimed);
  for (const group of stored) {
    if (group.disabledAt !== null) groups.delete(group.groupId);
    else if (group.members.includes(actorId)) groups.add(group.groupId);
  }
  return [...groups].sort();
};
