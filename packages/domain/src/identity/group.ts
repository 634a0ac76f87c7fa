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

/** The groups that count for a user, sorted: those they are in and those claimed by their token, except groups disabled here. */
export const effectiveGroups = (
  joined: readonly string[],
  claimed: readonly string[],
  disabled: ReadonlySet<string>,
): string[] => [...new Set([...joined, ...claimed])].filter((groupId) => !disabled.has(groupId)).sort();
