import type { Account, Instant } from '@govgate/domain';
import {
  type AccountStatus,
  type ActiveAdmin,
  accountAllowedActions,
  accountId,
  accountStatus,
  accountType,
  leavesNoAdmin,
  subjectKey,
} from '@govgate/domain/internal';
import type { RecordStore, Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { quotedTag, recordTag } from '../call/record-tag.js';
import { securityAdmins } from '../role-bindings/security-admins.js';

/** A user or service account as answered (docs/spec/identity.md). */
export interface AccountView {
  readonly schemaVersion: '1.0';
  readonly accountId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly status: AccountStatus;
  readonly disabledAt: Instant | null;
  /** What the identity provider calls a user; null: none said, or a service account. */
  readonly externalId: string | null;
  readonly etag: string;
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

/** Who administers the tenant, and when that was determined. */
export interface InCharge {
  readonly admins: readonly ActiveAdmin[];
  readonly now: Instant;
}

/** Determines who administers a tenant. */
export const whoIsInCharge = async (
  records: RecordStore,
  tenantId: string,
  now: Instant,
): Promise<InCharge> => ({ admins: await securityAdmins(records, tenantId, now), now });

/** Whether the tenant would be without an administrator if the account could not sign in. */
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
    externalId: 'externalId' in record ? record.externalId : null,
    etag: quotedTag(recordTag(stored)),
    tag: recordTag(stored),
    permissions: permissionsView('local_identity', accountId(record), allowed),
  };
};
