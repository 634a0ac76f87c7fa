import type { Group, Instant } from '@govgate/domain';
import { groupClasses, MAX_GROUP_MEMBERS, sortedExternalIds } from '@govgate/domain/internal';
import { groupKind, userKind } from '@govgate/ports';
import { eachShown, withoutNulls } from '../giving.js';
import { defineSection } from '../section.js';
import { sortedIds } from '../sorted-ids.js';

export interface GroupItem {
  readonly groupId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly externalIds?: readonly string[];
  readonly createdAt?: Instant | null;
  readonly disabledAt?: Instant | null;
  readonly members?: readonly string[];
  readonly externalId?: string | null;
  readonly managedElsewhere?: boolean;
}

/** Local groups; every member must be a user of the tenant. */
export const groupsSection = defineSection<GroupItem, Group>({
  eventType: 'group.imported',
  kind: groupKind,
  keyOf: ({ tenantId, groupId }) => ({ tenantId, environmentId: null, id: groupId }),
  take: (
    { createdAt, disabledAt, externalId = null, managedElsewhere = false, ...item },
    { now, before, note },
  ) => {
    const { groupId, tenantId, displayName, externalIds = [], members = [] } = item;
    if (members.length > MAX_GROUP_MEMBERS) note('limit_exceeded', 'members');
    return {
      record: {
        groupId,
        tenantId,
        displayName,
        externalIds: sortedExternalIds(externalIds),
        createdAt: createdAt ?? before?.createdAt ?? now,
        disabledAt: disabledAt ?? null,
        members: sortedIds(members),
        externalId,
        managedElsewhere,
      },
      references: members.map((id, place) => ({
        field: ['members', place],
        kind: userKind,
        key: { tenantId, environmentId: null, id },
      })),
    };
  },
  async *give(records) {
    for await (const group of eachShown(records, groupKind, groupClasses))
      yield withoutNulls(group, 'disabledAt', 'externalId');
  },
});
