import type { Group, Result } from '@govgate/domain';
import { decideUpdateGroup } from '@govgate/domain/internal';
import { groupKind, tenantKind } from '@govgate/ports';
import { type ChangeDeps, changeRecord, decidedWith, type RecordDecision } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { preconditionOf } from '../call/precondition-of.js';
import { currentCaller } from '../role-bindings/current-caller.js';
import { readGuard } from '../role-bindings/tenant-guard.js';
import { bindingsOfGroup } from './bindings-of-group.js';
import { groupAccess } from './group-access.js';
import { type GroupView, groupView } from './group-view.js';

export interface UpdateGroupInput {
  readonly tenantId: string;
  readonly groupId: string;
  readonly displayName?: string | undefined;
  readonly externalIds?: readonly string[] | undefined;
  readonly reasonCode?: string | undefined;
}

/** Changes a group's name and what identity providers call it; the latter counts with the next call of whoever's token names it. */
export const makeUpdateGroup =
  (deps: ChangeDeps): UseCase<UpdateGroupInput, GroupView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...groupAccess(input, 'local_identity.manage'),
      eventType: 'group.updated',
      action: 'update',
      reasonCode: input.reasonCode,
      decide: ({ stored }) => decide(deps, context, { input, group: stored.record }),
    });

const decide = async (
  deps: ChangeDeps,
  context: CallContext,
  { input, group }: { readonly input: UpdateGroupInput; readonly group: Group },
): Promise<Result<RecordDecision<Group, GroupView>>> => {
  // Judged as a new member is: a grant committed between this read and the commit makes it be judged again.
  const guard = await readGuard(deps.records, group.tenantId);
  const now = deps.clock.now();
  const { caller, seen } = await currentCaller(deps.records, context.principal, now);
  const { displayName, externalIds } = input;
  const groupBindings = await bindingsOfGroup(deps.records, group, now);
  const decided = decideUpdateGroup(group, { displayName, externalIds, actor: caller, groupBindings, now });
  const others = seen.filter(({ kind, id }) => kind !== groupKind || id !== group.groupId);
  const preconditions = [...(guard === undefined ? [] : [preconditionOf(tenantKind, guard)]), ...others];
  return decidedWith(decided, () => ({ preconditions, answer: groupView(context) }));
};
