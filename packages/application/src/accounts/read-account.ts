import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type AccountRef, type AccountType, accountAccess, SERVICE_ACCOUNTS, USERS } from './account-type.js';
import { type AccountView, accountView, whoIsInCharge } from './account-view.js';

const makeReadAccount =
  (type: AccountType) =>
  ({ records, clock }: Pick<Ports, 'records' | 'clock'>): UseCase<AccountRef, AccountView> =>
  async (context, ref) => {
    const loaded = await loadRecord(records, context, accountAccess(type, ref, 'local_identity.read'));
    if (!loaded.ok) return loaded;
    const inCharge = await whoIsInCharge(records, ref.tenantId, clock.now());
    return ok(accountView(context, loaded.value.stored, inCharge));
  };

/** Reads a user. */
export const makeReadUser = makeReadAccount(USERS);

/** Reads a service account. */
export const makeReadServiceAccount = makeReadAccount(SERVICE_ACCOUNTS);
