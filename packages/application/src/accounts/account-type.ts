import type { Account, ActorType, Permission } from '@govgate/domain';
import { serviceAccountVerbs, userVerbs } from '@govgate/domain/internal';
import { serviceAccountKind, userKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';

/** Users and service accounts differ in their id field and in their name in the trail. */
export interface AccountType {
  readonly kind: typeof userKind | typeof serviceAccountKind;
  readonly subjectType: ActorType;
  readonly verbs: typeof userVerbs | typeof serviceAccountVerbs;
  /** The body field with the id. */
  readonly idField: 'user_id' | 'service_account_id';
  readonly list: string;
  readonly newAccount: (of: {
    readonly tenantId: string;
    readonly accountId: string;
    readonly displayName: string;
    readonly externalId?: string | null;
  }) => Account;
}

export const USERS: AccountType = {
  kind: userKind,
  subjectType: 'user',
  verbs: userVerbs,
  idField: 'user_id',
  list: 'users',
  newAccount: ({ accountId, externalId = null, ...rest }) => ({
    userId: accountId,
    ...rest,
    disabledAt: null,
    externalId,
    removedAt: null,
  }),
};

export const SERVICE_ACCOUNTS: AccountType = {
  kind: serviceAccountKind,
  subjectType: 'service_account',
  verbs: serviceAccountVerbs,
  idField: 'service_account_id',
  list: 'service_accounts',
  newAccount: ({ accountId, tenantId, displayName }) => ({
    serviceAccountId: accountId,
    tenantId,
    displayName,
    disabledAt: null,
  }),
};

/** The account a call concerns. */
export interface AccountRef {
  readonly tenantId: string;
  readonly accountId: string;
}

/** An account as an authorization target: a record of the tenant itself, owned by no team. */
export const accountAccess = (
  { kind }: AccountType,
  { tenantId, accountId }: AccountRef,
  permission: Permission,
): RecordAccess<AccountType['kind']> => ({
  kind,
  permission,
  scope: { tenantId },
  within: { tenantId },
  id: accountId,
  ownerTeamOf: () => null,
});
