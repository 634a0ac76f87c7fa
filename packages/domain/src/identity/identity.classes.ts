import { defineClasses } from '../redaction/classes.js';
import type { ApiToken } from './api-token.js';
import type { Group } from './group.js';
import type { ServiceAccount } from './service-account.js';
import type { User } from './user.js';

/** Field classes of a user. */
export const userClasses = defineClasses<User>()({
  userId: 'public',
  tenantId: 'public',
  displayName: 'public',
  disabledAt: 'public',
  externalId: 'public',
  removedAt: 'public',
});

/** Field classes of a service account. */
export const serviceAccountClasses = defineClasses<ServiceAccount>()({
  serviceAccountId: 'public',
  tenantId: 'public',
  displayName: 'public',
  disabledAt: 'public',
});

/** Field classes of a group. */
export const groupClasses = defineClasses<Group>()({
  groupId: 'public',
  tenantId: 'public',
  displayName: 'public',
  externalIds: 'public',
  createdAt: 'public',
  disabledAt: 'public',
  members: 'public',
  externalId: 'public',
  managedElsewhere: 'public',
});

/** Field classes of an API token: its hash never leaves the store. */
export const apiTokenClasses = defineClasses<ApiToken>()({
  tokenId: 'handle',
  tenantId: 'public',
  subjectType: 'public',
  subjectId: 'public',
  secretHash: 'secret',
  environmentIds: 'public',
  permissions: 'public',
  createdBy: 'public',
  madeBy: 'public',
  ancestors: 'handle',
  createdAt: 'public',
  expiresAt: 'public',
  revokedBy: 'public',
  revokedAt: 'public',
});
