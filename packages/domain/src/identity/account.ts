import type { ActorType } from '../authorization/principal.js';
import type { AccountStatus } from './account.machine.js';
import type { ServiceAccount } from './service-account.js';
import type { User } from './user.js';

/** Somebody or something that can call: a user or a service account (docs/spec/identity.md). */
export type Account = User | ServiceAccount;

/** The id of an account of either type. */
export const accountId = (account: Account): string =>
  'userId' in account ? account.userId : account.serviceAccountId;

/** The type of an account, as named by tokens and role bindings. */
export const accountType = (account: Account): ActorType =>
  'userId' in account ? 'user' : 'service_account';

/** The state of an account's life cycle. */
export const accountStatus = ({ disabledAt }: Pick<Account, 'disabledAt'>): AccountStatus =>
  disabledAt === null ? 'active' : 'disabled';

/** The user of the bootstrap token (docs/spec/identity.md#authentication). */
export const BOOTSTRAP_ACTOR = 'bootstrap-admin';

/** Actors without a record. No account can take these names, or the trail could not tell them apart. */
export const ACTORS_WITHOUT_RECORD: readonly string[] = [BOOTSTRAP_ACTOR, 'cli', 'worker'];
