import { authorize, type Permission, type Result, refuse, type Scope, type Target } from '@govgate/domain';
import { holdsGrantIn } from '@govgate/domain/internal';
import type { AnyKind, RecordFor, RecordStore, ScopeOfKind, Stored } from '@govgate/ports';
import type { CallContext } from './context.js';
import { checkIfMatch } from './record-tag.js';

/** The record a call concerns, and the required permission. */
export interface RecordAccess<K extends AnyKind> {
  readonly kind: K;
  readonly permission: Permission;
  /** The call's environment; undefined for records of the tenant itself. */
  readonly scope: Scope | { readonly tenantId: string };
  /** How the kind's reads are scoped. */
  readonly within: ScopeOfKind<K>;
  readonly id: string;
  readonly ownerTeamOf: (record: RecordFor<K>) => string | null;
  /** Whether the record is visible from the scope; an invisible one is absent. */
  readonly visible?: (record: RecordFor<K>) => boolean;
}

/** What a caller may act on: a record with the target for further checks, or nothing if it is absent. */
export interface Admitted<T> {
  readonly stored: Stored<T> | undefined;
  readonly target: Target;
}

/** An existing record with its target. */
export interface Loaded<T> extends Admitted<T> {
  readonly stored: Stored<T>;
}

/**
 * Whether the caller may act on a record, present or absent. Outside an environment in which the caller holds a grant everything is absent,
 * and nothing is read to find out; inside it, anything the grants do not cover is forbidden (docs/spec/conventions.md).
 */
export const admitRecord = async <K extends AnyKind>(
  records: RecordStore,
  context: CallContext,
  wanted: RecordAccess<K>,
): Promise<Result<Admitted<RecordFor<K>>>> => {
  const environmentId = 'environmentId' in wanted.scope ? wanted.scope.environmentId : null;
  if (!reachable(context, wanted.scope.tenantId, environmentId)) return refuse('not_found');
  const found = await lookUp(records, wanted);
  return authorize(context.principal, wanted.permission, found.target)
    ? { ok: true, value: found }
    : refuse('permission_denied');
};

/** A record, present or absent, and the target on which grants are checked. */
export const lookUp = async <K extends AnyKind>(
  records: RecordStore,
  { kind, within, scope, id, visible, ownerTeamOf }: RecordAccess<K>,
): Promise<Admitted<RecordFor<K>>> => {
  const found = await records.get(kind, within, id);
  const stored = found !== undefined && (visible?.(found.record) ?? true) ? found : undefined;
  const target: Target = {
    tenantId: scope.tenantId,
    environmentId: 'environmentId' in scope ? scope.environmentId : null,
    resourceId: id,
    ownerTeam: stored === undefined ? null : ownerTeamOf(stored.record),
  };
  return { stored, target };
};

/** The admitted record, if it exists. */
export const present = <T>({ stored, target }: Admitted<T>): Result<Loaded<T>> =>
  stored === undefined ? refuse('not_found') : { ok: true, value: { stored, target } };

/** The admitted record, if it exists and matches the caller's If-Match, if any. */
export const presentIfMatch = <T>(
  context: CallContext,
  admitted: Admitted<T>,
  rule?: 'optional' | 'required',
): Result<Loaded<T>> => {
  const loaded = present(admitted);
  if (!loaded.ok) return loaded;
  const matches = checkIfMatch(context, loaded.value.stored, rule);
  return matches.ok ? loaded : matches;
};

/** Loads a record the caller may act on. */
export const loadRecord = async <K extends AnyKind>(
  records: RecordStore,
  context: CallContext,
  wanted: RecordAccess<K>,
): Promise<Result<Loaded<RecordFor<K>>>> => {
  const admitted = await admitRecord(records, context, wanted);
  return admitted.ok ? present(admitted.value) : admitted;
};

const reachable = ({ principal }: CallContext, tenantId: string, environmentId: string | null): boolean =>
  principal.tenantId === tenantId && (environmentId === null || holdsGrantIn(principal, environmentId));
