import type { RoleBinding } from '@govgate/domain';
import { type RecordStore, roleBindingKind } from '@govgate/ports';

/** More security administrators than a tenant has. */
const MAX_ADMINS = 100_000;

/** Every security_admin binding of a tenant, whatever its status: what the rule of the last one is judged by. */
export const securityAdmins = async (
  records: RecordStore,
  tenantId: string,
): Promise<readonly RoleBinding[]> => {
  const where = { is: { role: 'security_admin' } };
  const page = await records.page(roleBindingKind, { tenantId }, { where, limit: MAX_ADMINS });
  return page.items.map(({ record }) => record);
};
