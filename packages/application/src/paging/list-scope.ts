import { ok, type Permission, type Result, refuse, type Scope } from '@govgate/domain';
import { type Coverage, coverageOf, holdsGrantIn } from '@govgate/domain/internal';
import type { CallContext } from '../call/context.js';

/** The part of an environment's records a list may show to the caller; a foreign scope and a scope without grants are 403. */
export const listCoverage = (
  { principal }: CallContext,
  permission: Permission,
  scope: Scope,
): Result<Coverage> => {
  if (principal.tenantId !== scope.tenantId || !holdsGrantIn(principal, scope.environmentId))
    return refuse('scope_forbidden');
  const coverage = coverageOf(principal, permission, scope);
  return coverage === undefined ? refuse('permission_denied') : ok(coverage);
};

/** The condition that restricts a list to what the caller's grants cover. */
export const coveredBy = (
  coverage: Coverage,
): {
  readonly covered?: {
    readonly attribute: 'ownerTeam';
    readonly values: readonly string[];
    readonly ids: readonly string[];
  };
} =>
  coverage.all
    ? {}
    : { covered: { attribute: 'ownerTeam', values: coverage.ownerTeams, ids: coverage.resourceIds } };

/** The same for one record. */
export const isCoveredBy = (
  coverage: Coverage,
  { ownerTeam, id }: { readonly ownerTeam: string; readonly id: string },
): boolean => coverage.all || coverage.ownerTeams.includes(ownerTeam) || coverage.resourceIds.includes(id);
