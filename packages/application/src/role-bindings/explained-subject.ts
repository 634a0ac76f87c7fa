import {
  type Instant,
  ok,
  type Permission,
  type Principal,
  type Result,
  ROLES,
  type RoleBinding,
  refuse,
} from '@govgate/domain';
import {
  type ConsideredGrant,
  holdsInScope,
  type RoleBindingSubject,
  roleBindingStatus,
  roleHolds,
  subjectKey,
} from '@govgate/domain/internal';
import {
  groupKind,
  inForceFrom,
  type RecordStore,
  roleBindingKind,
  serviceAccountKind,
  tenantKind,
  userKind,
} from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { isBootstrapGrant } from '../identity/bootstrap-caller.js';
import { disabledAmong, groupsOfUser } from '../identity/groups-of-users.js';

/** Whose access is explained, and every grant concerning them. */
export interface ExplainedSubject {
  readonly subject: RoleBindingSubject;
  /** What narrows their grants: the caller's own token, nothing for others. */
  readonly holder: Pick<Principal, 'environmentIds' | 'narrowed' | 'permissions'>;
  readonly isDisabled: boolean;
  readonly considered: readonly ConsideredGrant[];
  /** The groups the caller may not learn of. */
  readonly withheld: ReadonlySet<string>;
}

type Deps = Pick<Ports, 'records' | 'clock'>;

/** More bindings in force than anybody has: `resolvePrincipal` refuses such a caller. */
const MANY = 100_000;
/** Limit of ended bindings considered: they change no verdict. */
const ENDED = 100;

interface OtherSubject {
  readonly subject: RoleBindingSubject | undefined;
  readonly permission: Permission;
}

/**
 * Determines the subject of an explanation: the caller as authenticated, or an account or group of the tenant as a plain token would
 * represent it.
 */
export const explainedSubject = async (
  deps: Deps,
  context: CallContext,
  { subject: other, permission }: OtherSubject,
): Promise<Result<ExplainedSubject>> =>
  other === undefined
    ? ok(await caller(deps, context, permission))
    : another(deps, context, { subject: other, permission });

const caller = async (
  deps: Deps,
  { principal }: CallContext,
  permission: Permission,
): Promise<ExplainedSubject> => {
  const { tenantId, actorType: subjectType, actorId: subjectId } = principal;
  const subject = { subjectType, subjectId };
  const { disabled } = await groupsWith(deps.records, tenantId, subject);
  const groups = new Set([...principal.groups, ...disabled]);
  const own = await consideredGrants(deps, { tenantId, subject, groups, disabled, permission });
  const rooted = principal.grants
    .filter((grant) => isBootstrapGrant(principal, grant))
    .map((grant) => ({
      ...grant,
      groupId: null,
      groupIsDisabled: false,
      status: 'active' as const,
      notBefore: null,
    }));
  // Members of a group know that they are.
  return {
    subject,
    holder: principal,
    isDisabled: false,
    considered: [...rooted, ...own],
    withheld: new Set(),
  };
};

interface NamedSubject {
  readonly subject: RoleBindingSubject;
  readonly permission: Permission;
}

const another = async (
  deps: Deps,
  { principal }: CallContext,
  { subject, permission }: NamedSubject,
): Promise<Result<ExplainedSubject>> => {
  const { tenantId } = principal;
  const isDisabled = await isDisabledAccount(deps.records, tenantId, subject);
  if (isDisabled === undefined) return refuse('unknown_reference', 'subject_id');
  const { groups, disabled } = await groupsWith(deps.records, tenantId, subject);
  const tenant = await deps.records.get(tenantKind, { tenantId }, tenantId);
  const readsGroups =
    subject.subjectType === 'group' ||
    holdsInScope(principal, 'local_identity.read', { scopeType: 'tenant' });
  return ok({
    subject,
    holder: { environmentIds: tenant?.record.environments ?? [], narrowed: false, permissions: null },
    isDisabled,
    considered: await consideredGrants(deps, { tenantId, subject, groups, disabled, permission }),
    withheld: readsGroups ? new Set() : groups,
  });
};

/** Whether somebody cannot sign in; undefined: they do not exist. A disabled group grants nothing, and its grants show it. */
const isDisabledAccount = async (
  records: RecordStore,
  tenantId: string,
  { subjectType, subjectId }: RoleBindingSubject,
): Promise<boolean | undefined> => {
  if (subjectType === 'group') {
    const group = await records.get(groupKind, { tenantId }, subjectId);
    return group === undefined ? undefined : false;
  }
  const kind = subjectType === 'user' ? userKind : serviceAccountKind;
  const account = await records.get(kind, { tenantId }, subjectId);
  return account === undefined ? undefined : account.record.disabledAt !== null;
};

/** The groups whose grants count, and which of them are disabled. */
interface GroupsInQuestion {
  readonly groups: ReadonlySet<string>;
  readonly disabled: ReadonlySet<string>;
}

// Groups hold users; a group in question counts as its own.
const groupsWith = async (
  records: RecordStore,
  tenantId: string,
  { subjectType, subjectId }: RoleBindingSubject,
): Promise<GroupsInQuestion> => {
  if (subjectType === 'service_account') return { groups: new Set(), disabled: new Set() };
  if (subjectType === 'group')
    return { groups: new Set([subjectId]), disabled: await disabledAmong(records, tenantId, [subjectId]) };
  const [enabled, disabled] = await Promise.all([
    groupsOfUser(records, { tenantId, userId: subjectId }),
    groupsOfUser(records, { tenantId, userId: subjectId }, 'disabled'),
  ]);
  return { groups: new Set([...enabled, ...disabled]), disabled: new Set(disabled) };
};

interface Holding {
  readonly tenantId: string;
  readonly subject: RoleBindingSubject;
  readonly groups: ReadonlySet<string>;
  readonly disabled: ReadonlySet<string>;
  readonly permission: Permission;
}

const consideredGrants = async (deps: Deps, holding: Holding): Promise<readonly ConsideredGrant[]> => {
  const { tenantId, subject, groups, disabled, permission } = holding;
  const now = deps.clock.now();
  const own = subject.subjectType === 'group' ? [] : [subjectKey(subject.subjectType, subject.subjectId)];
  const keys = { subject: [...own, ...[...groups].map((groupId) => subjectKey('group', groupId))] };
  const inForce = { where: { is: keys, range: inForceFrom(now) }, limit: MANY };
  // Of ended grants only sufficient ones are worth mentioning.
  const role = ROLES.filter((one) => roleHolds(one, permission));
  const ended = {
    where: { is: { ...keys, role }, range: { attribute: 'endsAt', to: now } as const },
    limit: ENDED,
  };
  const pages = await Promise.all(
    [inForce, ended].map((query) => deps.records.page(roleBindingKind, { tenantId }, query)),
  );
  return pages.flatMap(({ items }) => items.map(({ record }) => consideredGrant(record, disabled, now)));
};

/** A role binding as an explanation considers it. */
export const consideredGrant = (
  binding: RoleBinding,
  disabled: ReadonlySet<string>,
  now: Instant,
): ConsideredGrant => {
  const { bindingId, role, scope, subject, notBefore, expiresAt } = binding;
  const groupId = subject.subjectType === 'group' ? subject.subjectId : null;
  const groupIsDisabled = groupId !== null && disabled.has(groupId);
  return {
    bindingId,
    role,
    scope,
    expiresAt,
    notBefore,
    groupId,
    groupIsDisabled,
    status: roleBindingStatus(binding, now),
  };
};
