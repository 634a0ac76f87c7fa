import { ok, type Scope } from '@govgate/domain';
import { decideConfigure, type EnvironmentPatch } from '@govgate/domain/internal';
import { environmentSettingsKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { admitRecord } from '../call/load-record.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import {
  type EnvironmentDetail,
  environmentAccess,
  environmentDetail,
  settingsOf,
} from './environment-settings.js';

export interface ConfigureEnvironmentInput {
  readonly scope: Scope;
  readonly patch: EnvironmentPatch;
  readonly reasonCode?: string | undefined;
}

/**
 * Changes the settings of an environment (docs/spec/identity.md#tenants-and-environments). They say how clients reach what the environment
 * offers, so whoever manages client surfaces in all of it may change them.
 */
export const makeConfigureEnvironment =
  (deps: ChangeDeps): UseCase<ConfigureEnvironmentInput, EnvironmentDetail> =>
  (context, { scope, patch, reasonCode }) =>
    decideAndCommit(deps, context, {
      lock: lockKey(environmentSettingsKind, scope, scope.environmentId),
      admit: () =>
        admitRecord(deps.records, context, {
          ...environmentAccess(scope),
          permission: 'client_surface.manage',
        }),
      decide: async ({ stored: found }) => {
        const stored = found ?? (await settingsOf(deps, scope));
        const current = checkIfMatch(context, stored);
        if (!current.ok) return current;
        const decided = decideConfigure(stored.record, patch);
        if (decided.kind === 'no_change') return ok({ output: environmentDetail(stored) });
        const { record, changedFields } = decided;
        const event = auditEvent(deps, context, {
          eventType: 'environment.configured',
          action: 'configure',
          environmentId: scope.environmentId,
          resourceId: scope.environmentId,
          reasonCode,
          changedFields,
        });
        return ok({
          commit: {
            changes: [{ kind: environmentSettingsKind, record, expectedVersion: found?.version ?? null }],
            audit: [event],
          },
          output: environmentDetail(afterWrite(found, record)),
        });
      },
    });
