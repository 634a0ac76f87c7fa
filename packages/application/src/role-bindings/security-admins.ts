import type { Instant, RoleBinding } from '@govgate/domain';
import { inForceFrom, type RecordStore, roleBindingKind } from '@govgate/ports';

/** More security administrators than a tenant has. */
const MAX_ADMINS = 100_000;

/** Every security_admin binding of a tenant that is in force or will be: what the rule of the last one is judged by. */
export const securityAdmins = async (
  records: RecordStore,
  tenantId: string,
  now: Instant,
): Promise<readonly RoleBinding[]> => {
  const where = { is: { role: 'security_admin' }, range: inForceFrom(now) } as const;
  const page = await records.page(roleBindingKind, { tenantId }, { where, limit: MAX_ADMINS });
  return page.items.map(({ record }) => record);
};
