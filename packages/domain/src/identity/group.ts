import type { Instant } from '../instant.js';

/** A local group (docs/spec/identity.md#users-groups-and-service-accounts). Members are user ids, sorted. A disabled group grants nothing. */
export interface Group {
  readonly groupId: string;
  readonly tenantId: string;
  readonly displayName: string;
  /**
   * What identity providers call it, whole: `/security/admins`, an object id. Whoever's token names one of them is in the group while the
   * token is valid. Sorted.
   */
  readonly externalIds: readonly string[];
  readonly createdAt: Instant;
  readonly disabledAt: Instant | null;
  readonly members: readonly string[];
  /** What the identity provider that provisions it calls it; null: none said. */
  readonly externalId: string | null;
  /** Whether an identity provider decides who is in it (SCIM), so that nobody does so here. Once it is removed there, it is disabled here. */
  readonly managedElsewhere: boolean;
}

/** Maximum members of a group. */
export const MAX_GROUP_MEMBERS = 5000;

/** Maximum external ids of a group, each of 1 to 256 characters and compared exactly. */
export const MAX_EXTERNAL_IDS = 100;
