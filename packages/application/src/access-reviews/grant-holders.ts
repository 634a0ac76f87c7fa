import type { AccessReviewItem, Instant, Principal } from '@govgate/domain';
import { type Contributor, contributorOf } from '@govgate/domain/internal';
import { groupKind, type RecordStore } from '@govgate/ports';
import { personsOfAccount } from '../identity/principal-source.js';

const userContributor = (userId: string): Contributor => ({
  actorType: 'user',
  actorId: userId,
  persons: [userId],
});

/** Everybody whose grant it is: a user, the persons behind a service account, or the members of a group. */
export const holdersOf = async (
  records: RecordStore,
  { tenantId, subject: { subjectType, subjectId } }: AccessReviewItem,
  { caller, now }: { readonly caller: Principal; readonly now: Instant },
): Promise<readonly Contributor[]> => {
  if (subjectType === 'user') return [userContributor(subjectId)];
  if (subjectType === 'service_account') {
    const persons = await personsOfAccount(records, { tenantId, subjectId }, now);
    return [{ actorType: 'service_account', actorId: subjectId, persons }];
  }
  const group = await records.get(groupKind, { tenantId }, subjectId);
  const members = (group?.record.members ?? []).map(userContributor);
  // A JWT may name a group that does not list its bearer.
  return caller.groups.includes(subjectId) ? [...members, contributorOf(caller)] : members;
};
