import { ok, type PermissionReach, reachIn } from '@govgate/domain';
import type { UseCase } from '../call/context.js';

/** The caller's reach in an environment: what can be created there, and which lists have something to show. */
export interface ReachView {
  readonly schemaVersion: '1.0';
  readonly tenantId: string;
  readonly environmentId: string;
  readonly permissions: readonly PermissionReach[];
}

/** Describes what the caller may do in an environment, by what enforces it (docs/spec/identity.md#authentication). */
export const makeReadReach =
  (): UseCase<{ readonly environmentId: string }, ReachView> =>
  async ({ principal }, { environmentId }) =>
    ok({
      schemaVersion: '1.0',
      tenantId: principal.tenantId,
      environmentId,
      permissions: reachIn(principal, environmentId),
    });
