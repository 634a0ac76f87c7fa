import type { Group, Result } from '@govgate/domain';
import { decideAddMember } from '@govgate/domain/internal';
import { groupKind, tenantKind, userKind } from '@govgate/ports';
import { type ChangeDeps, changeRecord, decidedWith, type RecordDecision } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { preconditionOf } from '../call/precondition-of.js';
import { currentCaller } from '../role-bindings/current-caller.js';
import { readGuard } from '../role-bindings/tenant-guard.js';
import { bindingsOfGroup } from './bindings-of-group.js';
import { groupAccess } from './group-access.js';
import { type GroupView, groupView } from './group-view.js';

export interface AddGroupMemberInput {
  readonly tenantId: string;
  readonly groupId: string;
  readonly userId: string;
}

/** Adds a user to a local group; the group's grants apply to them from the next call (docs/spec/identity.md#users-groups-and-service-accounts). */
export const makeAddGroupMember =
  (deps: ChangeDeps): UseCase<AddGroupMemberInput, GroupView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...groupAccess(input, 'local_identity.manage'),
      eventType: 'group.member_added',
      action: 'add_member',
      relatedIds: [input.userId],
      decide: ({ stored }) => decide(deps, context, { input, group: stored.record }),
    });

interface Addition {
  readonly input: AddGroupMemberInput;
  readonly group: Group;
}

const decide = async (
  deps: ChangeDeps,
  context: CallContext,
  { input: { tenantId, groupId, userId }, group }: Addition,
): Promise<Result<RecordDecision<Group, GroupView>>> => {
  // Every grant writes the tenant's record: one committed between this read and the commit makes the new member be judged again.
  const guard = await readGuard(deps.records, tenantId);
  const now = deps.clock.now();
  const { caller, seen } = await currentCaller(deps.records, context.principal, now);
  const decided = decideAddMember(group, {
    userId,
    userExists: (await deps.records.get(userKind, { tenantId }, userId)) !== undefined,
    actor: caller,
    groupBindings: await bindingsOfGroup(deps.records, { tenantId, groupId }, now),
    now,
  });
  // The group itself is written.
  const others = seen.filter(({ kind, id }) => kind !== groupKind || id !== groupId);
  const preconditions = [...(guard === undefined ? [] : [preconditionOf(tenantKind, guard)]), ...others];
  return decidedWith(decided, () => ({ preconditions, answer: groupView(context) }));
};
