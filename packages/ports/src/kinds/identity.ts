import {
  type ApiToken,
  accountStatus,
  type Group,
  type Instant,
  type RoleBinding,
  type ServiceAccount,
  type User,
} from '@govgate/domain';
import { defineKind, text } from '../record-kind.js';

/** A tenant and the environments that exist in it. */
export interface Tenant {
  readonly tenantId: string;
  /** Sorted. */
  readonly environments: readonly string[];
}

/** Tenants are listed by nobody but the operator, so each is found in its own scope only. */
export const tenantKind = defineKind<Tenant>()({
  name: 'tenant',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (tenant) => tenant.tenantId,
  scopeOf: (tenant) => ({ tenantId: tenant.tenantId }),
});

export const userKind = defineKind<User>()({
  name: 'user',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (user) => user.userId,
  scopeOf: (user) => ({ tenantId: user.tenantId }),
  attributes: { status: text((user: User) => accountStatus(user)) },
  lists: { filters: ['status'] },
  schema: 2,
});

export const serviceAccountKind = defineKind<ServiceAccount>()({
  name: 'service_account',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (account) => account.serviceAccountId,
  scopeOf: (account) => ({ tenantId: account.tenantId }),
  attributes: { status: text((account: ServiceAccount) => accountStatus(account)) },
  lists: { filters: ['status'] },
  schema: 2,
});

export const groupKind = defineKind<Group>()({
  name: 'local_group',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (group) => group.groupId,
  scopeOf: (group) => ({ tenantId: group.tenantId }),
  memberships: { member: (group: Group) => group.members },
  tallies: [{ by: 'member' }],
});

/** How a role binding's subject is written as one text: `user:ada`. */
export const subjectKey = (subjectType: string, subjectId: string): string => `${subjectType}:${subjectId}`;

export const roleBindingKind = defineKind<RoleBinding>()({
  name: 'role_binding',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (binding) => binding.bindingId,
  scopeOf: (binding) => ({ tenantId: binding.tenantId }),
  attributes: {
    subject: text((binding: RoleBinding) =>
      subjectKey(binding.subject.subjectType, binding.subject.subjectId),
    ),
    subjectId: text((binding: RoleBinding) => binding.subject.subjectId),
    role: text((binding: RoleBinding) => binding.role),
    scopeType: text((binding: RoleBinding) => binding.scope.scopeType),
    /** "" where it was disabled, so that those that came to nothing long ago cost nobody who asks for those in force. */
    endsAt: text((binding: RoleBinding) => (binding.disabledAt === null ? (binding.expiresAt ?? NEVER) : '')),
  },
  indexes: [
    ['subject', 'endsAt'],
    ['role', 'endsAt'],
  ],
  lists: { filters: ['subjectId', 'role', 'scopeType'] },
  schema: 2,
});

/** Later than any instant. */
const NEVER = '~';

/** The bindings and tokens that are in force at a moment or begin after it: neither withdrawn nor over. */
export const inForceFrom = (now: Instant) => ({ attribute: 'endsAt', from: now }) as const;

/** Whose tokens are meant, as one text. Users of two tenants may have one id, and none has a space in it. */
export const bearerKey = (tenantId: string, subjectType: string, subjectId: string): string =>
  `${tenantId} ${subjectKey(subjectType, subjectId)}`;

/** Tokens are credentials that name their tenant, so they are found without one, by the id that the token itself carries. */
export const apiTokenKind = defineKind<ApiToken>()({
  name: 'api_token',
  scoping: 'installation',
  governed: true,
  authorization: true,
  idOf: (token) => token.tokenId,
  scopeOf: () => ({ installation: true }),
  attributes: {
    tenantId: text((token: ApiToken) => token.tenantId),
    bearer: text((token: ApiToken) => bearerKey(token.tenantId, token.subjectType, token.subjectId)),
    /** "" where it was revoked. */
    endsAt: text((token: ApiToken) => (token.revokedAt === null ? (token.expiresAt ?? NEVER) : '')),
  },
  indexes: [['bearer', 'endsAt']],
  lists: { filters: ['bearer', 'tenantId'] },
  tallies: [{ by: 'bearer' }, { by: 'tenantId' }],
  schema: 2,
});
