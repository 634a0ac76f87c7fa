import type { Instant, User } from '@govgate/domain';
import { userClasses } from '@govgate/domain/internal';
import { userKind } from '@govgate/ports';
import { eachShown, withoutNulls } from '../giving.js';
import { defineSection } from '../section.js';

export interface UserItem {
  readonly userId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly disabledAt?: Instant | null;
  readonly externalId?: string | null;
  readonly removedAt?: Instant | null;
}

/** Users. Disabling one by import fences their sessions everywhere. */
export const usersSection = defineSection<UserItem, User>({
  eventType: 'user.imported',
  kind: userKind,
  keyOf: ({ tenantId, userId }) => ({ tenantId, environmentId: null, id: userId }),
  take: ({ userId, tenantId, displayName, disabledAt = null, externalId = null, removedAt = null }) => ({
    record: { userId, tenantId, displayName, disabledAt: disabledAt ?? removedAt, externalId, removedAt },
  }),
  revokes: (before, after, environmentIds) =>
    before.disabledAt === null && after.disabledAt !== null
      ? { subjectType: 'user', environmentIds }
      : undefined,
  async *give(records) {
    for await (const user of eachShown(records, userKind, userClasses))
      yield withoutNulls(user, 'disabledAt', 'externalId', 'removedAt');
  },
});
