import {
  authorize,
  holdsGrantIn,
  type Permission,
  type Result,
  refuse,
  type Scope,
  type Target,
} from '@govgate/domain';
import type { AnyKind, RecordFor, RecordStore, ScopeOfKind, Stored } from '@govgate/ports';
import type { CallContext } from './context.js';

/** Which record a call is about, and what the caller wants with it. */
export interface Wanted<K extends AnyKind> {
  readonly kind: K;
  readonly permission: Permission;
  /** The environment the call is about; undefined for records of the tenant itself. */
  readonly scope: Scope | { readonly tenantId: string };
  /** How the kind's reads are scoped. */
  readonly within: ScopeOfKind<K>;
  readonly id: string;
  readonly ownerTeamOf: (record: RecordFor<K>) => string | null;
  /** Whether the record can be seen from the scope; a record that cannot is absent. */
  readonly visible?: (record: RecordFor<K>) => boolean;
}

/** A record with the target that further checks on it take. */
export interface Loaded<T> {
  readonly stored: Stored<T>;
  readonly target: Target;
}

/**
 * Finds a record that the caller may act on. Outside an environment in which the caller holds a grant everything is
 * absent; inside it, what the grants do not cover is forbidden, present or absent alike (decisions, section 1).
 */
export const loadRecord = async <K extends AnyKind>(
  records: RecordStore,
  context: CallContext,
  wanted: Wanted<K>,
): Promise<Result<Loaded<RecordFor<K>>>> => {
  const environmentId = 'environmentId' in wanted.scope ? wanted.scope.environmentId : null;
  const found = await records.get(wanted.kind, wanted.within, wanted.id);
  const stored = found !== undefined && (wanted.visible?.(found.record) ?? true) ? found : undefined;
  if (!reachable(context, wanted.scope.tenantId, environmentId)) return refuse('not_found');
  const target: Target = {
    tenantId: wanted.scope.tenantId,
    environmentId,
    resourceId: wanted.id,
    ownerTeam: stored === undefined ? null : wanted.ownerTeamOf(stored.record),
  };
  if (!authorize(context.principal, wanted.permission, target)) return refuse('permission_denied');
  return stored === undefined ? refuse('not_found') : { ok: true, value: { stored, target } };
};

const reachable = ({ principal }: CallContext, tenantId: string, environmentId: string | null): boolean =>
  principal.tenantId === tenantId && (environmentId === null || holdsGrantIn(principal, environmentId));
