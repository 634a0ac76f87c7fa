import type { ClientSurface, Result } from '@govgate/domain';
import { type ClientSurfacePatch, decideUpdateSurface, environmentsLeft } from '@govgate/domain/internal';
import { changeRecord, decidedWith } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import {
  type ChangeClientSurfaceInput,
  type ChangeSurfaceDeps,
  fences,
  makeAnswer,
  newRevocations,
} from './change-client-surface.js';
import type { ClientSurfaceView } from './client-surface-view.js';
import { surfaceAccess } from './surface-access.js';
import { checkEnvironments, checkMayChange } from './surface-environments.js';

export interface UpdateClientSurfaceInput extends ChangeClientSurfaceInput {
  readonly patch: ClientSurfacePatch;
}

/** Changes a surface; environments it leaves are fenced. */
export const makeUpdateClientSurface = (
  deps: ChangeSurfaceDeps,
): UseCase<UpdateClientSurfaceInput, ClientSurfaceView> => {
  const answerTo = makeAnswer(deps);
  return (context, input) =>
    changeRecord(deps, context, {
      ...surfaceAccess(input, 'client_surface.manage'),
      eventType: 'client_surface.updated',
      action: 'update',
      reasonCode: input.reasonCode,
      reason: input.reason,
      allow: (surface) => checkChange(deps, context, { input, surface }),
      decide: ({ stored }) => {
        const updated = decideUpdateSurface(stored.record, input.patch, { now: deps.clock.now() });
        return decidedWith(updated, ({ record }) => {
          const left = newRevocations(deps, environmentsLeft(stored.record, record));
          return {
            revocations: fences(record, left, input.reasonCode),
            answer: answerTo(context, input),
          };
        });
      },
    });
};

interface SurfaceChange {
  readonly input: UpdateClientSurfaceInput;
  readonly surface: ClientSurface;
}

// The caller must be allowed both for the surface's previous environments and owner, and for the new ones.
const checkChange = async (
  deps: ChangeSurfaceDeps,
  context: CallContext,
  { input: { scope, patch }, surface }: SurfaceChange,
): Promise<Result<undefined>> => {
  const wanted = { ...surface, ...patch };
  const known = await checkEnvironments(deps, wanted);
  if (!known.ok) return known;
  const { environmentId } = scope;
  const allowed = checkMayChange(context, 'client_surface.manage', { surface, environmentId });
  return allowed.ok
    ? checkMayChange(context, 'client_surface.manage', { surface: wanted, environmentId })
    : allowed;
};
