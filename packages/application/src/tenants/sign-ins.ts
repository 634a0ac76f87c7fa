import { apiTokenStatus } from '@govgate/domain/internal';
import { apiTokenKind, tenantKind } from '@govgate/ports';
import { SERVICE_ACCOUNTS, USERS } from '../accounts/account-type.js';
import type { Ports } from '../call/ports.js';
import { securityAdmins } from '../role-bindings/security-admins.js';

type Deps = Pick<Ports, 'records' | 'clock'>;

/** A tenant with an administrator, if there is one. */
export const tenantWithAdmin = async ({ records, clock }: Deps): Promise<string | undefined> => {
  for await (const { record } of records.all(tenantKind))
    if ((await securityAdmins(records, record.tenantId, clock.now())).length > 0) return record.tenantId;
  return undefined;
};

/** Whether any API token of the store allows signing in. */
export const someTokenCounts = async ({ records, clock }: Deps): Promise<boolean> => {
  const now = clock.now();
  for await (const { record } of records.all(apiTokenKind)) {
    if (apiTokenStatus(record, now) !== 'active') continue;
    const { kind } = record.subjectType === 'user' ? USERS : SERVICE_ACCOUNTS;
    const bearer = await records.get(kind, { tenantId: record.tenantId }, record.subjectId);
    if (bearer !== undefined && bearer.record.disabledAt === null) return true;
  }
  return false;
};
