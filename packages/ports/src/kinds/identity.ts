import type {
  ApiToken,
  GrantScope,
  Group,
  Instant,
  RoleBinding,
  ServiceAccount,
  User,
} from '@govgate/domain';
import {
  accountStatus,
  grantScopeFields,
  type RoleBindingStatus,
  subjectKey,
} from '@govgate/domain/internal';
import { defineKind, integer, searchable, text } from '../record-kind.js';
import type { Where } from '../record-store.js';

/** A tenant and its environments. */
export interface Tenant {
  readonly tenantId: string;
  /** Sorted. */
  readonly environments: readonly string[];
}

/** Only the operator lists tenants, so each is found in its own scope only. */
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
  attributes: {
    name: searchable((user: User) => [user.displayName, user.userId]),
    status: text((user: User) => accountStatus(user)),
    externalId: text((user: User) => user.externalId ?? ''),
    /** Whether the identity provider knows them no more. */
    removed: integer((user: User) => (user.removedAt === null ? 0 : 1)),
  },
  indexes: [['name']],
  lists: { filters: ['status', 'externalId', 'removed'] },
});

export const serviceAccountKind = defineKind<ServiceAccount>()({
  name: 'service_account',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (account) => account.serviceAccountId,
  scopeOf: (account) => ({ tenantId: account.tenantId }),
  attributes: {
    name: searchable((account: ServiceAccount) => [account.displayName, account.serviceAccountId]),
    status: text((account: ServiceAccount) => accountStatus(account)),
  },
  indexes: [['name']],
  lists: { filters: ['status'] },
});

export const groupKind = defineKind<Group>()({
  name: 'local_group',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (group) => group.groupId,
  scopeOf: (group) => ({ tenantId: group.tenantId }),
  attributes: {
    name: searchable((group: Group) => [group.displayName, group.groupId]),
    createdAt: text((group: Group) => group.createdAt),
    status: text((group: Group) => accountStatus(group)),
    displayName: text((group: Group) => group.displayName),
    /** "" if it is managed here. */
    managed: text((group: Group) => (group.managedElsewhere ? accountStatus(group) : '')),
  },
  indexes: [['name'], ['createdAt'], ['managed', 'displayName']],
  memberships: {
    member: (group: Group) => group.members,
    externalId: (group: Group) => group.externalIds,
  },
});

export const roleBindingKind = defineKind<RoleBinding>()({
  name: 'role_binding',
  scoping: 'tenant',
  governed: true,
  authorization: true,
  idOf: (binding) => binding.bindingId,
  scopeOf: (binding) => ({ tenantId: binding.tenantId }),
  attributes: {
    /** Whom it grants something. */
    name: searchable((binding: RoleBinding) => [binding.subject.subjectId, binding.bindingId]),
    createdAt: text((binding: RoleBinding) => binding.createdAt),
    subject: text((binding: RoleBinding) =>
      subjectKey(binding.subject.subjectType, binding.subject.subjectId),
    ),
    subjectId: text((binding: RoleBinding) => binding.subject.subjectId),
    role: text((binding: RoleBinding) => binding.role),
    scopeType: text((binding: RoleBinding) => binding.scope.scopeType),
    /** "" if disabled, so that long-disabled bindings cost nothing when those in force are queried. */
    endsAt: text((binding: RoleBinding) => (binding.disabledAt === null ? (binding.expiresAt ?? NEVER) : '')),
    /** Until when it is scheduled; "" if disabled or in force from the start. */
    startsAt: text((binding: RoleBinding) => (binding.disabledAt === null ? startOf(binding) : '')),
    endedAt: text(({ disabledAt, expiresAt }: RoleBinding) => earlierOf(disabledAt, expiresAt)),
  },
  /** Its scope, and the environment that this lies in. */
  memberships: { scope: ({ scope }: RoleBinding) => scopesAround(scope).map(scopeKey) },
  indexes: [
    ['name'],
    ['createdAt'],
    ['subject', 'endsAt'],
    ['role', 'endsAt', 'startsAt'],
    ['endsAt', 'startsAt'],
    ['startsAt'],
    ['endedAt'],
  ],
  lists: { filters: ['subjectId', 'role', 'scopeType', 'endsAt'] },
});

/** Later than any time. */
const NEVER = '~';
/** Earlier than any time, and later than "". */
const EARLIEST = '0';

/** When something ends, by somebody or by the clock, whichever is earlier. */
const earlierOf = (withdrawnAt: Instant | null, expiresAt: Instant | null): string => {
  const [withdrawn, expires] = [withdrawnAt ?? NEVER, expiresAt ?? NEVER];
  return withdrawn < expires ? withdrawn : expires;
};

// What ends before it starts is expired from then on, and no longer scheduled.
const startOf = ({ notBefore, expiresAt }: RoleBinding): string => {
  if (notBefore === null) return '';
  return expiresAt !== null && expiresAt < notBefore ? expiresAt : notBefore;
};

const scopesAround = (scope: GrantScope): readonly GrantScope[] => {
  if (scope.scopeType === 'tenant' || scope.scopeType === 'environment' || scope.environmentId === null)
    return [scope];
  return [scope, { scopeType: 'environment', environmentId: scope.environmentId }];
};

/** A role binding's scope as one text, for its membership. */
export const scopeKey = (scope: GrantScope): string => {
  const { scopeType, environmentId, ownerTeam, resourceType, resourceId } = grantScopeFields(scope);
  return JSON.stringify([scopeType, environmentId, ownerTeam, resourceType, resourceId]);
};

/** Bindings and tokens in force at a time or starting after it: neither withdrawn nor expired. */
export const inForceFrom = (now: Instant) => ({ attribute: 'endsAt', from: now }) as const;

/** Tokens in force that never expire. */
export const withoutEnd = { attribute: 'endsAt', from: NEVER } as const;

/** The role bindings that have a status at a time: `roleBindingStatus` as conditions. */
export const withStatus = (
  status: RoleBindingStatus,
  now: Instant,
): Pick<Where<typeof roleBindingKind>, 'is' | 'range'> => {
  // What ends at this instant is over, and what starts at it has begun.
  const afterNow = `${now} `;
  switch (status) {
    case 'active':
      return {
        range: [
          { attribute: 'endsAt', from: afterNow },
          { attribute: 'startsAt', to: afterNow },
        ],
      };
    case 'scheduled':
      return { range: { attribute: 'startsAt', from: afterNow } };
    case 'expired':
      return { range: { attribute: 'endsAt', from: EARLIEST, to: afterNow } };
    case 'disabled':
      return { is: { endsAt: '' } };
  }
};

/** The owner of tokens, as one text. Users of two tenants may share an id, and ids contain no space. */
export const bearerKey = (tenantId: string, subjectType: string, subjectId: string): string =>
  `${tenantId} ${subjectKey(subjectType, subjectId)}`;

/** Tokens are credentials that identify their tenant, so they are looked up without one, by the id in the token itself. */
export const apiTokenKind = defineKind<ApiToken>()({
  name: 'api_token',
  scoping: 'installation',
  governed: true,
  authorization: true,
  idOf: (token) => token.tokenId,
  scopeOf: () => ({ installation: true }),
  attributes: {
    /** Whose it is. */
    name: searchable((token: ApiToken) => [token.subjectId, token.tokenId]),
    createdAt: text((token: ApiToken) => token.createdAt),
    tenantId: text((token: ApiToken) => token.tenantId),
    bearer: text((token: ApiToken) => bearerKey(token.tenantId, token.subjectType, token.subjectId)),
    /** "" if revoked. */
    endsAt: text((token: ApiToken) => (token.revokedAt === null ? (token.expiresAt ?? NEVER) : '')),
    endedAt: text(({ revokedAt, expiresAt }: ApiToken) => earlierOf(revokedAt, expiresAt)),
  },
  /** What it ends with: its bearer, and the tokens that it was made with and their bearers. */
  memberships: {
    endsWith: ({ tenantId, ancestors, ...own }: ApiToken) => [
      ...new Set(
        [...ancestors, own].map(({ subjectType, subjectId }) => bearerKey(tenantId, subjectType, subjectId)),
      ),
      ...ancestors.map(({ tokenId }) => tokenId),
    ],
  },
  indexes: [
    ['bearer', 'endsAt'],
    ['endedAt'],
    ['tenantId', 'name'],
    ['tenantId', 'createdAt'],
    ['tenantId', 'endsAt'],
  ],
  lists: { filters: ['bearer', 'tenantId'] },
});
