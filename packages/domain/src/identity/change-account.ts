import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import { isSameJson } from '../same-json.js';
import { type Account, accountStatus } from './account.js';
import { accountMachine } from './account.machine.js';
import type { User } from './user.js';

/** What may be changed about an account; what is undefined stays. The last two are of a user whom an identity provider provisions. */
export interface AccountPatch {
  readonly displayName?: string | undefined;
  readonly externalId?: string | null | undefined;
  /** Null: the identity provider knows them again. */
  readonly removedAt?: null | undefined;
}

/** Changes an account's display name, and what its identity provider says about a user. */
export const decideUpdateAccount = <T extends Account>(
  account: T,
  { displayName = account.displayName, ...patch }: AccountPatch,
): Result<Decided<T>> => {
  const record = { ...account, displayName, ...('removedAt' in account ? provisioned(account, patch) : {}) };
  return ok(isSameJson(record, account) ? noChange(account) : moved(account, record));
};

const provisioned = (
  user: User,
  { externalId = user.externalId, removedAt }: AccountPatch,
): Pick<User, 'externalId' | 'removedAt'> => ({
  externalId,
  removedAt: removedAt === null ? null : user.removedAt,
});

/** What a verb of an account is decided by. */
export interface AccountVerbRequest {
  readonly now: Instant;
  readonly lastSecurityAdmin: boolean;
  /** Whether the identity provider removed the user. */
  readonly removed?: boolean;
}

/**
 * Disables an account: it can no longer sign in, and its live sessions are fenced. Nobody disables the last administrator of a tenant, and
 * so nobody locks themselves out (docs/spec/identity.md). Idempotent. One whom the identity provider removed is disabled and marked.
 */
export const decideDisableAccount = <T extends Account>(
  account: T,
  request: AccountVerbRequest,
): Result<Decided<T>> => {
  const status = accountStatus(account);
  const mark =
    request.removed === true && 'removedAt' in account ? { removedAt: account.removedAt ?? request.now } : {};
  const record = { ...account, disabledAt: account.disabledAt ?? request.now, ...mark };
  if (status === 'disabled')
    return ok(isSameJson(record, account) ? noChange(account) : moved(account, record));
  const facts = { not_last_security_admin: !request.lastSecurityAdmin };
  return step(accountMachine, status, 'disable', facts).moved
    ? ok(moved(account, record, true))
    : refuse('last_security_admin');
};

/** Enables an account. Its tokens stay revoked and its sessions ended; idempotent. */
export const decideEnableAccount = <T extends Account>(account: T): Result<Decided<T>> => {
  const mark = 'removedAt' in account ? { removedAt: null } : {};
  return ok(
    accountStatus(account) === 'active'
      ? noChange(account)
      : moved(account, { ...account, disabledAt: null, ...mark }),
  );
};
