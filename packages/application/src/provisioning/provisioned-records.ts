import type { Group, Instant, User } from '@govgate/domain';
import { groupKind, type Stored, userKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';
import { recordTag } from '../call/record-tag.js';

/** A user as an identity provider sees them. */
export interface ProvisionedUserView {
  readonly userId: string;
  readonly externalId: string | null;
  readonly displayName: string;
  readonly active: boolean;
  /** The record's part of the ETag. */
  readonly tag: string;
}

/** A group as the identity provider sees it that decides who is in it. */
export interface ProvisionedGroupView {
  readonly groupId: string;
  readonly externalId: string | null;
  readonly displayName: string;
  readonly members: readonly string[];
  readonly createdAt: Instant;
  readonly tag: string;
}

export const provisionedUserView = (stored: Stored<User>): ProvisionedUserView => {
  const { userId, externalId, displayName, disabledAt } = stored.record;
  return { userId, externalId, displayName, active: disabledAt === null, tag: recordTag(stored) };
};

export const provisionedGroupView = (stored: Stored<Group>): ProvisionedGroupView => {
  const { groupId, externalId, displayName, members, createdAt } = stored.record;
  return { groupId, externalId, displayName, members, createdAt, tag: recordTag(stored) };
};

/** Whether the identity provider knows a user. */
export const isKnownUser = ({ removedAt }: User): boolean => removedAt === null;

/** Whether a group is the identity provider's. */
export const isKnownGroup = ({ managedElsewhere, disabledAt }: Group): boolean =>
  managedElsewhere && disabledAt === null;

/** The user a provisioning call concerns: one token provisions and reads, so one permission is enough. */
export const userAccess = (tenantId: string, userId: string): RecordAccess<typeof userKind> => ({
  kind: userKind,
  permission: 'local_identity.manage',
  scope: { tenantId },
  within: { tenantId },
  id: userId,
  ownerTeamOf: () => null,
  visible: isKnownUser,
});

/** The group a provisioning call concerns. */
export const provisionedGroupAccess = (
  tenantId: string,
  groupId: string,
): RecordAccess<typeof groupKind> => ({
  kind: groupKind,
  permission: 'local_identity.manage',
  scope: { tenantId },
  within: { tenantId },
  id: groupId,
  ownerTeamOf: () => null,
  visible: isKnownGroup,
});
