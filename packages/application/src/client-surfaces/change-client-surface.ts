import type { ClientSurface, Revocation } from '@govgate/domain';
import { eachVerb, surfaceVerbs } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type ChangeDeps, changeRecord, decidedWith, type Reported } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type ClientSurfaceView, clientSurfaceView } from './client-surface-view.js';
import { RevocationProgress } from './revocation-progress.js';
import { type ClientSurfaceRef, surfaceAccess } from './surface-access.js';
import { checkMayChange } from './surface-environments.js';
import { surfaceFigures, withOwnEvent } from './surface-figures.js';

export interface ChangeClientSurfaceInput extends ClientSurfaceRef {
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

export type ChangeSurfaceDeps = ChangeDeps & Pick<Ports, 'auditTrail' | 'revocations'>;

/** The use cases of a surface's verbs. What they stop is fenced in all its environments. */
export const changesOfSurfaces = eachVerb(
  surfaceVerbs,
  ({ action, eventType, permission, decide }) =>
    (deps: ChangeSurfaceDeps): UseCase<ChangeClientSurfaceInput, ClientSurfaceView> => {
      const answerTo = makeAnswer(deps);
      return (context, input) =>
        changeRecord(deps, context, {
          ...surfaceAccess(input, permission),
          eventType,
          action,
          reasonCode: input.reasonCode,
          reason: input.reason,
          allow: (surface) =>
            checkMayChange(context, permission, { surface, environmentId: input.scope.environmentId }),
          decide: ({ stored: { record } }) => {
            const revocations = newRevocations(deps, record.allowedEnvironmentIds);
            const request = { now: deps.clock.now(), actorId: context.principal.actorId, revocations };
            return decidedWith(decide(record, request), (decided) => ({
              revocations: fences(decided.record, revocations, input.reasonCode),
              answer: answerTo(context, input),
            }));
          },
        });
    },
);

/** Makes the answers to changes: the resulting surface, as seen from the call's environment. */
export const makeAnswer = (deps: ChangeSurfaceDeps) => {
  const progress = new RevocationProgress(deps);
  return (context: CallContext, { scope }: ClientSurfaceRef) =>
    async (stored: Stored<ClientSurface>, reported?: Reported): Promise<ClientSurfaceView> => {
      const figures = await surfaceFigures(deps, progress, { scope, surfaces: [stored.record] });
      return clientSurfaceView(context, scope, {
        stored,
        figures: reported === undefined ? figures : withOwnEvent(figures),
      });
    };
};

/** A revocation for each given environment. */
export const newRevocations = (
  { ids }: Pick<Ports, 'ids'>,
  environmentIds: readonly string[],
): ClientSurface['revocations'] =>
  environmentIds.map((environmentId) => ({ environmentId, revocationId: ids.mint('revocation') }));

/** The revocations that cut off the sessions of a changed surface in some environments. */
export const fences = (
  { tenantId, clientSurfaceId, updatedAt }: ClientSurface,
  revocations: ClientSurface['revocations'],
  reasonCode = 'requested',
): Revocation[] =>
  revocations.map(({ environmentId, revocationId }) => ({
    revocationId,
    tenantId,
    environmentId,
    subjectType: 'client_surface',
    subjectId: clientSurfaceId,
    effectiveAt: updatedAt,
    reasonCode,
  }));
