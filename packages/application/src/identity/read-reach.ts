import { ok } from '@govgate/domain';
import { type PermissionReach, reachIn } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { settingsOf } from '../environments/environment-settings.js';

/** The caller's reach in an environment: what can be created there, and which lists have something to show. */
export interface ReachView {
  readonly schemaVersion: '1.0';
  readonly tenantId: string;
  readonly environmentId: string;
  readonly permissions: readonly PermissionReach[];
  readonly consoleSessionHours: number;
}

const CONSOLE_SESSION_HOURS = 12;

/** Describes what the caller may do in an environment, by what enforces it (docs/spec/identity.md#authentication). */
export const makeReadReach =
  (deps: Pick<Ports, 'records'>): UseCase<{ readonly environmentId: string }, ReachView> =>
  async ({ principal }, { environmentId }) => {
    const { tenantId } = principal;
    const permissions = reachIn(principal, environmentId);
    // Whoever reaches nothing there learns nothing of it.
    const stored = permissions.length === 0 ? undefined : await settingsOf(deps, { tenantId, environmentId });
    return ok({
      schemaVersion: '1.0',
      tenantId,
      environmentId,
      permissions,
      consoleSessionHours: stored?.record.console?.sessionHours ?? CONSOLE_SESSION_HOURS,
    });
  };
