import { allowedActions, defineActions, mayOn } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import { type Verbs, verbActions } from '../verb/verbs.js';
import { type Account, accountId, accountStatus } from './account.js';
import { accountMachine } from './account.machine.js';
import { type AccountVerbRequest, decideDisableAccount, decideEnableAccount } from './change-account.js';
import type { ServiceAccount } from './service-account.js';
import type { User } from './user.js';

const permission = 'local_identity.manage';

/** The verbs of a user. */
export const userVerbs = {
  disable: {
    permission,
    eventType: 'user.disabled',
    summary: 'Disables a user, ends their live sessions and revokes their API tokens',
    decide: decideDisableAccount<User>,
  },
  enable: {
    permission,
    eventType: 'user.enabled',
    summary: 'Enables a user; their ended sessions and revoked tokens stay so',
    decide: decideEnableAccount<User>,
  },
} as const satisfies Verbs<User, AccountVerbRequest>;

/** The verbs of a service account. */
export const serviceAccountVerbs = {
  disable: {
    permission,
    eventType: 'service_account.disabled',
    summary: 'Disables a service account and revokes its API tokens',
    decide: decideDisableAccount<ServiceAccount>,
  },
  enable: {
    permission,
    eventType: 'service_account.enabled',
    summary: 'Enables a service account; its revoked tokens stay revoked',
    decide: decideEnableAccount<ServiceAccount>,
  },
} as const satisfies Verbs<ServiceAccount, AccountVerbRequest>;

const accountActions = defineActions(accountMachine, [
  { action: 'read', permission: 'local_identity.read' },
  { action: 'update', permission, trigger: 'update' },
  ...verbActions(userVerbs, ['disable', 'enable']),
]);

/** What the caller may do with an account now. Sorted; what is listed succeeds. */
export const accountAllowedActions = (
  principal: Principal,
  account: Account,
  facts: { readonly lastSecurityAdmin: boolean },
): string[] => {
  const target = {
    tenantId: account.tenantId,
    environmentId: null,
    resourceId: accountId(account),
    ownerTeam: null,
  };
  const now = {
    state: accountStatus(account),
    facts: { not_last_security_admin: !facts.lastSecurityAdmin },
  };
  return allowedActions(accountActions, now, mayOn(principal, target));
};
