import { type AuditEvent, type Group, ok, type Result, refuse } from '@govgate/domain';
import {
  decideProvisionGroup,
  decideRemoveGroup,
  leavesNoAdmin,
  membersChanged,
} from '@govgate/domain/internal';
import {
  type CommitBatch,
  groupKind,
  type RecordStore,
  type Stored,
  tenantKind,
  userKind,
} from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { admitRecord, presentIfMatch } from '../call/load-record.js';
import { preconditionOf } from '../call/precondition-of.js';
import { afterWrite } from '../call/record-tag.js';
import { bindingsOfGroup } from '../groups/bindings-of-group.js';
import { currentCaller } from '../role-bindings/current-caller.js';
import { securityAdmins, somebodyCanSignIn } from '../role-bindings/security-admins.js';
import { readGuard, touchGuard } from '../role-bindings/tenant-guard.js';
import { DEPROVISIONED, PROVISIONED } from './provision-user.js';
import {
  isKnownUser,
  type ProvisionedGroupView,
  provisionedGroupAccess,
  provisionedGroupView,
} from './provisioned-records.js';

/** A change of who is in a group. */
export interface MembersChange {
  readonly op: 'add' | 'remove' | 'replace';
  readonly userIds: readonly string[];
}

/** What an identity provider says about a group; what is undefined stays. */
export interface ProvisionGroupInput {
  readonly displayName?: string | undefined;
  readonly externalId?: string | null | undefined;
  /** One after the other. */
  readonly members: readonly MembersChange[];
}

/** Creates a group for an identity provider, which decides who is in it from now on. */
export const makeProvisionGroup =
  (deps: ChangeDeps): UseCase<ProvisionGroupInput & { readonly displayName: string }, ProvisionedGroupView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      admit: () => mayInTenant(context, 'local_identity.manage', context.principal.tenantId),
      decide: async () => {
        const group: Group = {
          groupId: deps.ids.mint('group'),
          tenantId: context.principal.tenantId,
          displayName: input.displayName,
          externalIds: [],
          createdAt: deps.clock.now(),
          disabledAt: null,
          members: [],
          externalId: null,
          managedElsewhere: true,
        };
        return decide(deps, context, { input, before: group });
      },
    });

/** Changes a group as its identity provider says. */
export const makeChangeProvisionedGroup =
  (deps: ChangeDeps): UseCase<ProvisionGroupInput & { readonly groupId: string }, ProvisionedGroupView> =>
  (context, { groupId, ...input }) =>
    changeGroup(deps, context, {
      groupId,
      change: (stored) => decide(deps, context, { input, before: stored.record, stored }),
    });

/** Removes a group for its identity provider: disabled here, with nobody in it, and absent to it. */
export const makeRemoveProvisionedGroup =
  (deps: ChangeDeps): UseCase<{ readonly groupId: string }, undefined> =>
  (context, { groupId }) =>
    changeGroup(deps, context, { groupId, change: (stored) => remove(deps, context, stored) });

const remove = async (
  deps: ChangeDeps,
  context: CallContext,
  stored: Stored<Group>,
): Promise<Result<Decision<undefined>>> => {
  const { tenantId } = stored.record;
  const guard = await readGuard(deps.records, tenantId);
  if (guard === undefined) return refuse('not_found');
  const lastSecurityAdmin = await leavesNobody(deps, stored.record, []);
  const decided = decideRemoveGroup(stored.record, { lastSecurityAdmin, now: deps.clock.now() });
  if (!decided.ok) return decided;
  const after = decided.value.record;
  const disabled = auditEvent(deps, context, {
    eventType: 'group.disabled',
    action: 'disable',
    environmentId: null,
    resourceId: after.groupId,
    reasonCode: DEPROVISIONED,
    changedFields: ['disabledAt', 'members'],
    moved: [stored.record, after],
  });
  const written = { kind: groupKind, record: after, expectedVersion: stored.version };
  return ok({
    commit: { changes: [touchGuard(guard), written], audit: [disabled] },
    output: undefined,
  });
};

interface GroupChange<Output> {
  readonly groupId: string;
  readonly change: (stored: Stored<Group>) => Promise<Result<Decision<Output>>>;
}

const changeGroup = <Output>(
  deps: ChangeDeps,
  context: CallContext,
  { groupId, change }: GroupChange<Output>,
): Promise<Result<Output>> => {
  const wanted = provisionedGroupAccess(context.principal.tenantId, groupId);
  return decideAndCommit(deps, context, {
    lock: lockKey(groupKind, wanted.within, groupId),
    admit: () => admitRecord(deps.records, context, wanted),
    decide: async (admitted) => {
      const loaded = presentIfMatch(context, admitted);
      return loaded.ok ? change(loaded.value.stored) : loaded;
    },
  });
};

interface Provisioning {
  readonly input: ProvisionGroupInput;
  readonly before: Group;
  /** Undefined for a group that is being created. */
  readonly stored?: Stored<Group>;
}

// Judged as members added and removed by hand are: on the grants as they stand, with the tenant's record read first.
const decide = async (
  deps: ChangeDeps,
  context: CallContext,
  { input, before, stored }: Provisioning,
): Promise<Result<Decision<ProvisionedGroupView>>> => {
  const guard = await readGuard(deps.records, before.tenantId);
  if (guard === undefined) return refuse('not_found');
  const now = deps.clock.now();
  const { caller, seen } = await currentCaller(deps.records, context.principal, now);
  const members = input.members.reduce(changed, before.members);
  const { joining, leaving } = membersChanged(before, { members });
  const users = await knownUsers(deps.records, before.tenantId, joining);
  const decided = decideProvisionGroup(before, {
    displayName: input.displayName,
    externalId: input.externalId,
    members,
    actor: caller,
    groupBindings: await bindingsOfGroup(deps.records, before, now),
    isUser: (userId) => users.has(userId),
    lastSecurityAdmin: leaving.length > 0 && (await leavesNobody(deps, before, members)),
    now,
  });
  if (!decided.ok) return decided;
  const { record } = decided.value;
  if (stored !== undefined && decided.value.kind === 'no_change')
    return ok({ output: provisionedGroupView(stored) });
  const [first, ...others] = eventsOf(deps, context, { before, after: record, isNew: stored === undefined });
  if (first === undefined) return refuse('internal_error');
  const written = { kind: groupKind, record, expectedVersion: stored?.version ?? null };
  const grants = seen.filter(({ kind, id }) => kind !== groupKind || id !== record.groupId);
  const audit = [first, ...others] as const;
  const commit: CommitBatch =
    leaving.length > 0
      ? { changes: [touchGuard(guard), written], preconditions: grants, audit }
      : { changes: [written], preconditions: [preconditionOf(tenantKind, guard), ...grants], audit };
  return ok({ commit, output: provisionedGroupView(afterWrite(stored, record)) });
};

const changed = (members: readonly string[], { op, userIds }: MembersChange): readonly string[] => {
  if (op === 'replace') return userIds;
  const named = new Set(userIds);
  return op === 'add' ? [...new Set([...members, ...userIds])] : members.filter((id) => !named.has(id));
};

/** Users read at a time. */
const AT_ONCE = 200;

const knownUsers = async (
  records: RecordStore,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const { record } of await records.getMany(userKind, { tenantId }, ids.slice(at, at + AT_ONCE)))
      if (isKnownUser(record)) known.add(record.userId);
  return known;
};

/** Whether the tenant would be without an administrator if a group had only some of its members left. */
const leavesNobody = async (
  { records, clock }: ChangeDeps,
  { tenantId, groupId }: Group,
  staying: readonly string[],
): Promise<boolean> => {
  const now = clock.now();
  const admins = await securityAdmins(records, tenantId, now);
  if (await somebodyCanSignIn(records, tenantId, staying)) return false;
  const isLost = ({ subject }: (typeof admins)[number]['binding']) =>
    subject.subjectType === 'group' && subject.subjectId === groupId;
  return leavesNoAdmin(admins, ({ binding }) => isLost(binding), now);
};

interface Provisioned {
  readonly before: Group;
  readonly after: Group;
  readonly isNew: boolean;
}

const eventsOf = (
  deps: ChangeDeps,
  context: CallContext,
  { before, after, isNew }: Provisioned,
): readonly AuditEvent[] => {
  const facts = { environmentId: null, resourceId: after.groupId, reasonCode: PROVISIONED };
  const fields = (['displayName', 'externalId'] as const).filter(
    (field) => (isNew && after[field] !== null) || before[field] !== after[field],
  );
  const { joining, leaving } = membersChanged(before, after);
  const member = { ...facts, changedFields: ['members'], moved: [before, after] } as const;
  return [
    ...(fields.length === 0
      ? []
      : [
          auditEvent(deps, context, {
            ...facts,
            eventType: isNew ? 'group.created' : 'group.updated',
            action: isNew ? 'create' : 'update',
            changedFields: fields,
          }),
        ]),
    ...joining.map((userId) =>
      auditEvent(deps, context, {
        ...member,
        eventType: 'group.member_added',
        action: 'add_member',
        relatedIds: [userId],
      }),
    ),
    ...leaving.map((userId) =>
      auditEvent(deps, context, {
        ...member,
        eventType: 'group.member_removed',
        action: 'remove_member',
        relatedIds: [userId],
      }),
    ),
  ];
};
