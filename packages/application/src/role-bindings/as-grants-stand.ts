import { type Instant, type Principal, roleBindingStatus } from '@govgate/domain';
import { type Premise, type RecordStore, roleBindingKind } from '@govgate/ports';
import { premiseOf } from '../call/premise-of.js';
import { isBootstrapGrant } from '../identity/bootstrap-caller.js';

/** A caller with the grants that stand, and the role bindings that say so. */
export interface StandingCaller {
  readonly caller: Principal;
  readonly seen: readonly Premise[];
}

/**
 * The caller as their role bindings stand now: what was withdrawn since the call began gives them nothing to pass on, and what is
 * withdrawn before the commit has it decided anew (decisions, section 16).
 */
export const asGrantsStand = async (
  records: RecordStore,
  principal: Principal,
  now: Instant,
): Promise<StandingCaller> => {
  const { tenantId } = principal;
  const ids = principal.grants.map(({ bindingId }) => bindingId);
  const stored = await records.getMany(roleBindingKind, { tenantId }, ids);
  const active = stored.filter(({ record }) => roleBindingStatus(record, now) === 'active');
  const standing = new Set(active.map(({ record }) => record.bindingId));
  const grants = principal.grants.filter(
    (grant) => standing.has(grant.bindingId) || isBootstrapGrant(principal, grant),
  );
  return {
    caller: { ...principal, grants },
    seen: active.map((binding) => premiseOf(roleBindingKind, binding)),
  };
};
