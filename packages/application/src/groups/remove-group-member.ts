import { refuse } from '@govgate/domain';
import { decideRemoveMember, leavesNoAdmin, subjectKey } from '@govgate/domain/internal';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { securityAdmins } from '../role-bindings/security-admins.js';
import { readGuard, touchGuard } from '../role-bindings/tenant-guard.js';
import { groupAccess } from './group-access.js';
import { type GroupView, groupView } from './group-view.js';

export interface RemoveGroupMemberInput {
  readonly tenantId: string;
  readonly groupId: string;
  readonly userId: string;
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/**
 * Removes a user from a local group. That somebody stays who runs the tenant is judged by what is committed: the tenant is read
 * before and written with the change.
 */
export const makeRemoveGroupMember =
  (deps: ChangeDeps): UseCase<RemoveGroupMemberInput, GroupView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...groupAccess(input, 'local_identity.manage'),
      eventType: 'group.member_removed',
      action: 'remove_member',
      reasonCode: input.reasonCode,
      reason: input.reason,
      relatedIds: [input.userId],
      decide: async ({ stored }) => {
        const guard = await readGuard(deps.records, input.tenantId);
        if (guard === undefined || input.userId === '') return refuse('not_found');
        const lastSecurityAdmin = await isLastAdmin(deps, input);
        const request = { userId: input.userId, lastSecurityAdmin };
        return decidedWith(decideRemoveMember(stored.record, request), () => ({
          additionalWrites: () => [touchGuard(guard)],
          answer: groupView(context),
        }));
      },
    });

const isLastAdmin = async (
  { records, clock }: ChangeDeps,
  { tenantId, groupId, userId }: RemoveGroupMemberInput,
): Promise<boolean> => {
  const now = clock.now();
  const member = subjectKey('user', userId);
  const admins = await securityAdmins(records, tenantId, now);
  return leavesNoAdmin(
    admins,
    ({ binding: { subject }, holders }) =>
      subject.subjectType === 'group' &&
      subject.subjectId === groupId &&
      holders.every((holder) => holder === member),
    now,
  );
};
