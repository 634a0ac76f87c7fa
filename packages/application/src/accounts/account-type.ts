import type { Account, ActorType, Permission } from '@govgate/domain';
import { serviceAccountKind, userKind } from '@govgate/ports';
import type { Wanted } from '../call/load-record.js';

/** Users and service accounts differ in the name of their id and in what they are called in the trail. */
export interface AccountType {
  readonly kind: typeof userKind | typeof serviceAccountKind;
  readonly subjectType: ActorType;
  /** Where a body names the id. */
  readonly idField: 'user_id' | 'service_account_id';
  readonly list: string;
  readonly newAccount: (of: {
    readonly tenantId: string;
    readonly accountId: string;
    readonly displayName: string;
  }) => Account;
}

export const USERS: AccountType = {
  kind: userKind,
  subjectType: 'user',
  idField: 'user_id',
  list: 'users',
  newAccount: ({ accountId, ...rest }) => ({ userId: accountId, ...rest, disabledAt: null }),
};

export const SERVICE_ACCOUNTS: AccountType = {
  kind: serviceAccountKind,
  subjectType: 'service_account',
  idField: 'service_account_id',
  list: 'service_accounts',
  newAccount: ({ accountId, ...rest }) => ({ serviceAccountId: accountId, ...rest, disabledAt: null }),
};

/** Which account a call is about. */
export interface AccountRef {
  readonly tenantId: string;
  readonly accountId: string;
}

/** An account as calls look for it: a record of the tenant itself, owned by no team. */
export const wantedAccount = (
  { kind }: AccountType,
  { tenantId, accountId }: AccountRef,
  permission: Permission,
): Wanted<AccountType['kind']> => ({
  kind,
  permission,
  scope: { tenantId },
  within: { tenantId },
  id: accountId,
  ownerTeamOf: () => null,
});
