import type { Permission } from '@govgate/domain';
import { groupKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';

/** A local group as an authorization target: a record of the tenant itself, owned by no team. */
export const groupAccess = (
  { tenantId, groupId }: { readonly tenantId: string; readonly groupId: string },
  permission: Permission,
): RecordAccess<typeof groupKind> => ({
  kind: groupKind,
  permission,
  scope: { tenantId },
  within: { tenantId },
  id: groupId,
  ownerTeamOf: () => null,
});
