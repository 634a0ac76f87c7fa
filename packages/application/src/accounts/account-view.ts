import {
  type Account,
  type AccountStatus,
  accountAllowedActions,
  accountId,
  accountStatus,
  accountType,
  type Instant,
  leavesNoAdmin,
  type StandingAdmin,
} from '@govgate/domain';
import { type RecordStore, type Stored, subjectKey } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { quotedTag, recordTag } from '../call/record-tag.js';
import { securityAdmins } from '../role-bindings/security-admins.js';

/** A user or a service account as it is answered (decisions, section 16). */
export interface AccountView {
  readonly schemaVersion: '1.0';
  readonly accountId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly status: AccountStatus;
  readonly disabledAt: Instant | null;
  readonly etag: string;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

/** Who runs the tenant, and when that was looked at. */
export interface InCharge {
  readonly admins: readonly StandingAdmin[];
  readonly now: Instant;
}

/** Looks who runs a tenant. */
export const whoIsInCharge = async (
  records: RecordStore,
  tenantId: string,
  now: Instant,
): Promise<InCharge> => ({ admins: await securityAdmins(records, tenantId, now), now });

/** Whether the tenant would be without an administrator once the account cannot sign in. */
export const isLastAdmin = (account: Account, { admins, now }: InCharge): boolean => {
  const key = subjectKey(accountType(account), accountId(account));
  return leavesNoAdmin(admins, ({ holders }) => holders.every((holder) => holder === key), now);
};

export const accountView = (
  { principal }: CallContext,
  stored: Stored<Account>,
  inCharge: InCharge,
): AccountView => {
  const { record } = stored;
  const { tenantId, displayName, disabledAt } = record;
  const allowed = accountAllowedActions(principal, record, {
    lastSecurityAdmin: isLastAdmin(record, inCharge),
  });
  return {
    schemaVersion: '1.0',
    accountId: accountId(record),
    tenantId,
    displayName,
    status: accountStatus(record),
    disabledAt,
    etag: quotedTag(recordTag(stored)),
    tag: recordTag(stored),
    permissions: permissionsView('local_identity', accountId(record), allowed),
  };
};
