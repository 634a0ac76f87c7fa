import { ok, type Result, refuse, type Scope } from '@govgate/domain';
import { type ClientSurfaceDraft, newClientSurface } from '@govgate/domain/internal';
import { clientSurfaceKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { afterWrite } from '../call/record-tag.js';
import type { ChangeSurfaceDeps } from './change-client-surface.js';
import { type ClientSurfaceView, clientSurfaceView } from './client-surface-view.js';
import { RevocationProgress } from './revocation-progress.js';
import { checkEnvironments, checkMayChange } from './surface-environments.js';
import { surfaceFigures, withOwnEvent } from './surface-figures.js';

export interface CreateClientSurfaceInput {
  readonly scope: Scope;
  readonly draft: Omit<ClientSurfaceDraft, 'tenantId'>;
  readonly reasonCode?: string | undefined;
}

/** Creates a surface as a draft pending approval. It must include the environment it is created from. */
export const makeCreateClientSurface = (
  deps: ChangeSurfaceDeps,
): UseCase<CreateClientSurfaceInput, ClientSurfaceView> => {
  const progress = new RevocationProgress(deps);
  return (context, { scope, draft, reasonCode }) =>
    decideAndCommit(deps, context, {
      admit: () => mayCreateEverywhere(deps, context, { scope, draft }),
      decide: async () => {
        const { tenantId, environmentId } = scope;
        const { clientSurfaceId } = draft;
        if ((await deps.records.get(clientSurfaceKind, { tenantId }, clientSurfaceId)) !== undefined)
          return refuse('already_exists', 'clientSurfaceId');
        const record = newClientSurface({ ...draft, tenantId }, { now: deps.clock.now() });
        const event = auditEvent(deps, context, {
          eventType: 'client_surface.created',
          action: 'create',
          environmentId,
          resourceId: clientSurfaceId,
          reasonCode,
          changedFields: Object.keys(draft).sort(),
        });
        const figures = await surfaceFigures(deps, progress, { scope, surfaces: [record] });
        return ok({
          commit: { changes: [{ kind: clientSurfaceKind, record, expectedVersion: null }], audit: [event] },
          output: clientSurfaceView(context, scope, {
            stored: afterWrite(undefined, record),
            figures: withOwnEvent(figures),
          }),
        });
      },
    });
};

// A surface affects all its environments, so creating one requires the permission in each.
const mayCreateEverywhere = async (
  deps: ChangeSurfaceDeps,
  context: CallContext,
  { scope, draft }: CreateClientSurfaceInput,
): Promise<Result<undefined>> => {
  const { tenantId, environmentId } = scope;
  const { clientSurfaceId, owner, allowedEnvironmentIds } = draft;
  const created = { ...scope, resourceId: clientSurfaceId, ownerTeam: owner.team };
  const allowed = mayCreate(context, 'client_surface.manage', created);
  if (!allowed.ok) return allowed;
  if (!allowedEnvironmentIds.includes(environmentId))
    return refuse('invalid_request', 'allowedEnvironmentIds');
  const known = await checkEnvironments(deps, { tenantId, allowedEnvironmentIds });
  if (!known.ok) return known;
  return checkMayChange(context, 'client_surface.manage', { surface: { ...draft, tenantId }, environmentId });
};
