import {
  type ClientSurface,
  type ClientSurfacePatch,
  decideUpdateSurface,
  environmentsLeft,
  type Result,
} from '@govgate/domain';
import { changeRecord } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import {
  type ChangeClientSurfaceInput,
  type ChangeSurfaceDeps,
  fences,
  makeAnswer,
  newRevocations,
} from './change-client-surface.js';
import type { ClientSurfaceView } from './client-surface-view.js';
import { checkEnvironments, checkMayChange } from './surface-environments.js';
import { wantedSurface } from './wanted-surface.js';

export interface UpdateClientSurfaceInput extends ChangeClientSurfaceInput {
  readonly patch: ClientSurfacePatch;
}

/** Changes what a surface is; environments that it leaves are fenced. */
export const makeUpdateClientSurface = (
  deps: ChangeSurfaceDeps,
): UseCase<UpdateClientSurfaceInput, ClientSurfaceView> => {
  const answer = makeAnswer(deps);
  return (context, input) => {
    let left: readonly string[] = [];
    return changeRecord(deps, context, {
      ...wantedSurface(input, 'client_surface.manage'),
      eventType: 'client_surface.updated',
      action: 'update',
      reasonCode: input.reasonCode,
      reason: input.reason,
      allow: (surface) => checkChange(deps, context, input, surface),
      decide: ({ stored }) => {
        const decided = decideUpdateSurface(stored.record, input.patch, { now: deps.clock.now() });
        if (decided.ok) left = environmentsLeft(stored.record, decided.value.record);
        return decided;
      },
      fence: (surface) => fences(surface, newRevocations(deps, left), input.reasonCode),
      answer: (stored, told) => answer(context, input, stored, told),
    });
  };
};

// The caller must be allowed where and for whom the surface was, and where and for whom it is to be.
const checkChange = async (
  deps: ChangeSurfaceDeps,
  context: CallContext,
  { scope, patch }: UpdateClientSurfaceInput,
  surface: ClientSurface,
): Promise<Result<undefined>> => {
  const wanted = { ...surface, ...patch };
  const known = await checkEnvironments(deps, wanted);
  if (!known.ok) return known;
  const allowed = checkMayChange(context, 'client_surface.manage', surface, scope.environmentId);
  return allowed.ok ? checkMayChange(context, 'client_surface.manage', wanted, scope.environmentId) : allowed;
};
