import { type AccountPatch, decideEnableAccount, decideUpdateAccount } from '@govgate/domain/internal';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { type AccountRef, type AccountType, accountAccess, SERVICE_ACCOUNTS, USERS } from './account-type.js';
import { type AccountView, accountView, whoIsInCharge } from './account-view.js';
import { makeDisableServiceAccount, makeDisableUser } from './disable-account.js';

export interface UpdateAccountInput extends AccountRef, AccountPatch {
  readonly reasonCode?: string | undefined;
}

/** The input of a verb that requires only a reason. */
export interface SwitchAccountInput extends AccountRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/** The input of a disable. */
export interface DisableAccountInput extends SwitchAccountInput {
  /** Whether the identity provider removed the user. */
  readonly removed?: boolean;
}

const makeUpdateAccount =
  (type: AccountType) =>
  (deps: ChangeDeps): UseCase<UpdateAccountInput, AccountView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...accountAccess(type, input, 'local_identity.manage'),
      eventType: `${type.subjectType}.updated`,
      action: 'update',
      reasonCode: input.reasonCode,
      decide: async ({ stored }) => {
        const inCharge = await whoIsInCharge(deps.records, input.tenantId, deps.clock.now());
        return decidedWith(decideUpdateAccount(stored.record, input), () => ({
          answer: (after) => accountView(context, after, inCharge),
        }));
      },
    });

const makeEnableAccount =
  (type: AccountType) =>
  (deps: ChangeDeps): UseCase<SwitchAccountInput, AccountView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...accountAccess(type, input, type.verbs.enable.permission),
      eventType: type.verbs.enable.eventType,
      action: 'enable',
      reasonCode: input.reasonCode,
      reason: input.reason,
      decide: async ({ stored }) => {
        const inCharge = await whoIsInCharge(deps.records, input.tenantId, deps.clock.now());
        return decidedWith(decideEnableAccount(stored.record), () => ({
          answer: (after) => accountView(context, after, inCharge),
        }));
      },
    });

/** Changes the display name of a user. */
export const makeUpdateUser = makeUpdateAccount(USERS);

/** Changes the display name of a service account. */
export const makeUpdateServiceAccount = makeUpdateAccount(SERVICE_ACCOUNTS);

/** Enables a user; ended sessions and revoked tokens stay so. */
export const makeEnableUser = makeEnableAccount(USERS);

/** The use cases of a user's verbs. */
export const changesOfUsers = { disable: makeDisableUser, enable: makeEnableUser };

/** The use cases of a service account's verbs. */
export const changesOfServiceAccounts = {
  disable: makeDisableServiceAccount,
  enable: makeEnableAccount(SERVICE_ACCOUNTS),
};
