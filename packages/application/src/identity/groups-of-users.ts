import { groupKind, type RecordStore } from '@govgate/ports';

type Status = 'active' | 'disabled';

/** A user's groups by id upwards: the enabled ones, which are those that count, unless the disabled ones are asked for. */
export const groupsOfUser = async (
  records: RecordStore,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  status?: Status,
): Promise<readonly string[]> =>
  (await groupsOfUsers(records, { tenantId, userIds: [userId] }, status)).get(userId) ?? [];

/** The same for several users; those in no group are left out. */
export const groupsOfUsers = (
  records: RecordStore,
  { tenantId, userIds }: { readonly tenantId: string; readonly userIds: readonly string[] },
  status: Status = 'active',
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const request = { membership: 'member', members: userIds, is: { status } } as const;
  return records.idsByMember(groupKind, { tenantId }, request);
};

/** The enabled groups that a token's claims name, whole and exactly (docs/spec/identity.md). */
export const groupsOfClaims = async (
  records: RecordStore,
  tenantId: string,
  claimed: readonly string[],
): Promise<readonly string[]> => {
  if (claimed.length === 0) return [];
  const request = {
    membership: 'externalId',
    members: [...new Set(claimed)],
    is: { status: 'active' },
  } as const;
  return [...(await records.idsByMember(groupKind, { tenantId }, request)).values()].flat();
};

/** Which of some groups are disabled. */
export const disabledAmong = async (
  records: RecordStore,
  tenantId: string,
  groupIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (groupIds.length === 0) return new Set();
  const covered = { attribute: 'status', values: [], ids: groupIds } as const;
  const where = { is: { status: 'disabled' }, covered };
  const { items } = await records.page(groupKind, { tenantId }, { where, limit: groupIds.length });
  return new Set(items.map(({ record }) => record.groupId));
};
