import {
  decideAddMember,
  type Group,
  type Instant,
  ok,
  type Result,
  type RoleBinding,
} from '@govgate/domain';
import {
  groupKind,
  inForceFrom,
  roleBindingKind,
  type Stored,
  subjectKey,
  tenantKind,
  userKind,
} from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { admitRecord, present } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { premiseOf } from '../call/premise-of.js';
import { afterWrite, checkIfMatch, recordTag } from '../call/record-tag.js';
import { turnAt } from '../call/turns.js';
import { asGrantsStand } from '../role-bindings/as-grants-stand.js';
import { readGuard } from '../role-bindings/tenant-guard.js';
import { wantedGroup } from './wanted-group.js';

export interface AddGroupMemberInput {
  readonly tenantId: string;
  readonly groupId: string;
  readonly userId: string;
}

/** A local group as it is answered (contract, section 2.8). */
export interface GroupView extends Omit<Group, 'tenantId' | 'disabledAt'> {
  readonly disabledAt: string | undefined;
  /** The record's part of the ETag header. */
  readonly tag: string;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'turns' | 'clock' | 'ids'>;

/** Adds a user to a local group; the grants of the group are theirs with the next call (contract, section 4.12). */
export const makeAddGroupMember =
  (deps: Deps): UseCase<AddGroupMemberInput, GroupView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      turn: turnAt(groupKind, { tenantId: input.tenantId }, input.groupId),
      admit: () => admitRecord(deps.records, context, wantedGroup(input, 'local_identity.manage')),
      decide: (admitted) => {
        const loaded = present(admitted);
        if (!loaded.ok) return loaded;
        const { stored } = loaded.value;
        const matches = checkIfMatch(context, stored);
        return matches.ok ? decide(deps, context, input, stored) : matches;
      },
    });

const decide = async (
  deps: Deps,
  context: CallContext,
  { tenantId, groupId, userId }: AddGroupMemberInput,
  stored: Stored<Group>,
): Promise<Result<Decision<GroupView>>> => {
  // Every grant writes the tenant's record: one that comes between this look and the commit has the member judged anew.
  const guard = await readGuard(deps.records, tenantId);
  const now = deps.clock.now();
  const { caller, seen } = await asGrantsStand(deps.records, context.principal, now);
  const decided = decideAddMember(stored.record, {
    userId,
    userExists: (await deps.records.get(userKind, { tenantId }, userId)) !== undefined,
    actor: caller,
    groupBindings: await bindingsOfGroup(deps, tenantId, groupId, now),
    now,
  });
  if (!decided.ok) return decided;
  if (decided.value.kind === 'no_change') return ok({ output: groupView(stored) });
  const { record, changedFields } = decided.value;
  const event = auditEvent(deps, context, {
    eventType: 'group.member_added',
    action: 'add_member',
    environmentId: null,
    resourceId: groupId,
    changedFields,
    relatedIds: [userId],
  });
  const change = { kind: groupKind, record, expectedVersion: stored.version };
  return ok({
    commit: {
      changes: [change],
      standsOn: [...(guard === undefined ? [] : [premiseOf(tenantKind, guard)]), ...seen],
      audit: [event],
    },
    output: groupView(afterWrite(stored, record)),
  });
};

/** More bindings than a group has. */
const MANY = 100_000;

const bindingsOfGroup = async (
  { records }: Deps,
  tenantId: string,
  groupId: string,
  now: Instant,
): Promise<readonly RoleBinding[]> => {
  const where = { is: { subject: subjectKey('group', groupId) }, range: inForceFrom(now) };
  const page = await records.page(roleBindingKind, { tenantId }, { where, limit: MANY });
  return page.items.map(({ record }) => record);
};

/** A group as it is answered. */
export const groupView = (stored: Stored<Group>): GroupView => {
  const { tenantId: _, disabledAt, ...group } = stored.record;
  return { ...group, disabledAt: disabledAt ?? undefined, tag: recordTag(stored) };
};
