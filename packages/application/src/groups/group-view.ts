import type { Group } from '@govgate/domain';
import { groupAllowedActions } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { recordTag } from '../call/record-tag.js';

/** A local group as answered (docs/spec/identity.md#users-groups-and-service-accounts). */
export interface GroupView extends Omit<Group, 'tenantId' | 'disabledAt'> {
  readonly disabledAt: string | undefined;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

/** A group as answered to a caller. */
export const groupView =
  ({ principal }: Pick<CallContext, 'principal'>) =>
  (stored: Stored<Group>): GroupView => {
    const { tenantId: _, disabledAt, ...group } = stored.record;
    const allowed = groupAllowedActions(principal, stored.record);
    return {
      ...group,
      disabledAt: disabledAt ?? undefined,
      tag: recordTag(stored),
      permissions: permissionsView('local_identity', group.groupId, allowed),
    };
  };

/** A group in a list: its member count, not the members. */
export interface GroupSummary extends Omit<GroupView, 'members' | 'tag' | 'permissions'> {
  readonly memberCount: number;
}

export const groupSummary = ({ record }: Stored<Group>): GroupSummary => {
  const { tenantId: _, disabledAt, members, ...group } = record;
  return { ...group, disabledAt: disabledAt ?? undefined, memberCount: members.length };
};
