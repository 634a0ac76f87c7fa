import { compareText, ok, refuse } from '@govgate/domain';
import { MAX_ENVIRONMENTS } from '@govgate/domain/internal';
import { tenantKind } from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { type EnvironmentView, environmentView } from '../environments/environment-view.js';
import { readGuard } from '../role-bindings/tenant-guard.js';

export interface CreateEnvironmentInput {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly reasonCode?: string | undefined;
}

/** Creates an environment of the tenant. Tenant-wide grants reach it at once (docs/spec/identity.md). */
export const makeCreateEnvironment =
  (deps: ChangeDeps): UseCase<CreateEnvironmentInput, EnvironmentView> =>
  (context, { tenantId, environmentId, reasonCode }) =>
    decideAndCommit(deps, context, {
      lock: lockKey(tenantKind, { tenantId }),
      admit: () => mayInTenant(context, 'local_identity.manage', tenantId),
      decide: async () => {
        const stored = await readGuard(deps.records, tenantId);
        if (stored === undefined) return refuse('not_found');
        const { environments } = stored.record;
        if (environments.includes(environmentId)) return refuse('already_exists', 'environment_id');
        if (environments.length >= MAX_ENVIRONMENTS) return refuse('limit_exceeded');
        const record = { ...stored.record, environments: [...environments, environmentId].sort(compareText) };
        const event = auditEvent(deps, context, {
          eventType: 'environment.created',
          action: 'create',
          environmentId: null,
          resourceId: environmentId,
          reasonCode,
        });
        return ok({
          commit: {
            changes: [{ kind: tenantKind, record, expectedVersion: stored.version }],
            audit: [event],
          },
          output: environmentView(tenantId, environmentId),
        });
      },
    });
