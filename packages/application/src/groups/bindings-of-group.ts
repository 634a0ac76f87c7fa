import type { Group, Instant, RoleBinding } from '@govgate/domain';
import { subjectKey } from '@govgate/domain/internal';
import { inForceFrom, type RecordStore, roleBindingKind } from '@govgate/ports';

/** More bindings than any group has. */
const MANY = 100_000;

/** The role bindings whose subject is a group, those that begin later included. */
export const bindingsOfGroup = async (
  records: RecordStore,
  { tenantId, groupId }: Pick<Group, 'tenantId' | 'groupId'>,
  now: Instant,
): Promise<readonly RoleBinding[]> => {
  const where = { is: { subject: subjectKey('group', groupId) }, range: inForceFrom(now) };
  const page = await records.page(roleBindingKind, { tenantId }, { where, limit: MANY });
  return page.items.map(({ record }) => record);
};
