import type { Instant, Principal, RoleBinding } from '@govgate/domain';
import { roleBindingStatus } from '@govgate/domain/internal';
import {
  groupKind,
  type Precondition,
  type RecordStore,
  roleBindingKind,
  serviceAccountKind,
  userKind,
} from '@govgate/ports';
import { preconditionOf } from '../call/precondition-of.js';
import { isBootstrapGrant } from '../identity/bootstrap-caller.js';

/** A caller with their current grants, and the records these are based on. */
export interface CurrentCaller {
  readonly caller: Principal;
  readonly seen: readonly Precondition[];
}

/**
 * The caller by their current record, groups and role bindings: anything withdrawn since the call began can no longer be passed on, and a
 * withdrawal before the commit causes a new decision (docs/spec/authorization.md).
 */
export const currentCaller = async (
  records: RecordStore,
  principal: Principal,
  now: Instant,
): Promise<CurrentCaller> => {
  const { tenantId } = principal;
  const own = principal.grants.filter((grant) => isBootstrapGrant(principal, grant));
  const account = await accountOf(records, principal);
  if (account === 'disabled') return { caller: { ...principal, grants: own }, seen: [] };
  const ids = principal.grants.map(({ bindingId }) => bindingId);
  const stored = await records.getMany(roleBindingKind, { tenantId }, ids);
  const active = stored.filter(({ record }) => roleBindingStatus(record, now) === 'active');
  const { left, seen } = await groupsOf(
    records,
    principal,
    active.map(({ record }) => record),
  );
  const current = active.filter(
    ({ record: { subject } }) => subject.subjectType !== 'group' || !left.has(subject.subjectId),
  );
  const held = new Set(current.map(({ record }) => record.bindingId));
  const grants = principal.grants.filter((grant) => held.has(grant.bindingId) || own.includes(grant));
  return {
    caller: { ...principal, grants },
    seen: [...account, ...seen, ...current.map((binding) => preconditionOf(roleBindingKind, binding))],
  };
};

const accountOf = async (
  records: RecordStore,
  { actorType, actorId, tenantId }: Principal,
): Promise<readonly Precondition[] | 'disabled'> => {
  const kind = actorType === 'user' ? userKind : serviceAccountKind;
  const stored = await records.get(kind, { tenantId }, actorId);
  // The bootstrap token and the command line have no record.
  if (stored === undefined) return [];
  return stored.record.disabledAt === null ? [preconditionOf(kind, stored)] : 'disabled';
};

/** The groups the caller still belongs to, and those that were read. */
const groupsOf = async (
  records: RecordStore,
  { actorId, authMethod, tenantId }: Principal,
  bindings: readonly RoleBinding[],
): Promise<{ readonly left: ReadonlySet<string>; readonly seen: readonly Precondition[] }> => {
  const ids = bindings.flatMap(({ subject }) => (subject.subjectType === 'group' ? [subject.subjectId] : []));
  const groups = await records.getMany(groupKind, { tenantId }, [...new Set(ids)]);
  const isIn = new Set(
    groups
      .filter(({ record }) => record.disabledAt === null && record.members.includes(actorId))
      .map(({ record }) => record.groupId),
  );
  // A JWT's claims are valid as long as the JWT.
  const left = authMethod === 'jwt' ? [] : ids.filter((id) => !isIn.has(id));
  return { left: new Set(left), seen: groups.map((group) => preconditionOf(groupKind, group)) };
};
