import { allowedActions } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import { type Account, accountId, accountStatus } from './account.js';
import { accountActions, accountMachine } from './account.machine.js';

/** Changes an account's display name. */
export const decideUpdateAccount = <T extends Account>(
  account: T,
  patch: { readonly displayName: string },
): Result<Decided<T>> =>
  ok(
    account.displayName === patch.displayName ? noChange(account) : moved(account, { ...account, ...patch }),
  );

/**
 * Disables an account: it can no longer sign in, and its live sessions are fenced. Nobody disables the last administrator of a tenant, and
 * so nobody locks themselves out (docs/spec/identity.md). Idempotent.
 */
export const decideDisableAccount = <T extends Account>(
  account: T,
  asked: { readonly now: Instant; readonly lastSecurityAdmin: boolean },
): Result<Decided<T>> => {
  const status = accountStatus(account);
  if (status === 'disabled') return ok(noChange(account));
  const facts = { not_last_security_admin: !asked.lastSecurityAdmin };
  return step(accountMachine, status, 'disable', facts).moved
    ? ok(moved(account, { ...account, disabledAt: asked.now }, true))
    : refuse('last_security_admin');
};

/** Enables an account. Its tokens stay revoked and its sessions ended; idempotent. */
export const decideEnableAccount = <T extends Account>(account: T): Result<Decided<T>> =>
  ok(
    accountStatus(account) === 'active'
      ? noChange(account)
      : moved(account, { ...account, disabledAt: null }),
  );

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
  return allowedActions(principal, accountMachine, accountActions, target, accountStatus(account)).filter(
    (action) => action !== 'disable' || !facts.lastSecurityAdmin,
  );
};
