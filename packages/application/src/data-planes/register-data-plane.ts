import { type DataPlane, ok, type Result, refuse, type Scope } from '@govgate/domain';
import { acceptSecretReference, newDataPlaneObservation } from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import { desiredStateIn } from './desired-state.js';

export interface RegisterDataPlaneInput
  extends Pick<
    DataPlane,
    'dataPlaneId' | 'displayName' | 'deploymentMode' | 'location' | 'trustBoundary' | 'readinessProbeRef'
  > {
  readonly scope: Scope;
  readonly reasonCode?: string | undefined;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'revocations' | 'clock' | 'ids'>;

/** Registers a data plane, as yet unseen (docs/spec/data-planes.md). */
export const makeRegisterDataPlane =
  (deps: Deps): UseCase<RegisterDataPlaneInput, DataPlaneView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      admit: () =>
        mayCreate(context, 'data_plane.operate', {
          ...input.scope,
          resourceId: input.dataPlaneId,
          ownerTeam: null,
        }),
      decide: async () => {
        const { scope, dataPlaneId } = input;
        const plane = planeOf(deps, input);
        if (!plane.ok) return plane;
        const existing = await deps.records.get(dataPlaneKind, scope, dataPlaneId);
        if (existing !== undefined) return refuse('already_exists', 'dataPlaneId');
        const observation = newDataPlaneObservation(plane.value);
        const event = auditEvent(deps, context, registeredFacts(input));
        return ok({
          commit: {
            changes: [
              { kind: dataPlaneKind, record: plane.value, expectedVersion: null },
              // Written with the plane, so that a heartbeat outliving its plane finds nothing to write to.
              { kind: dataPlaneObservationKind, record: observation, expectedVersion: 'any' },
            ],
            audit: [event],
          },
          output: dataPlaneView(
            context,
            { stored: afterWrite(undefined, plane.value), observation },
            { desired: await desiredStateIn(deps, scope), nowMs: deps.clock.epochMs() },
          ),
        });
      },
    });

const registeredFacts = ({ scope, dataPlaneId, reasonCode }: RegisterDataPlaneInput) =>
  ({
    eventType: 'data_plane.registered',
    action: 'register',
    environmentId: scope.environmentId,
    resourceId: dataPlaneId,
    reasonCode,
    changedFields: REGISTERED_FIELDS,
  }) as const;

const REGISTERED_FIELDS = [
  'dataPlaneId',
  'deploymentMode',
  'displayName',
  'location',
  'readinessProbeRef',
  'trustBoundary',
];

const planeOf = (
  { clock }: Deps,
  { scope, reasonCode: _, readinessProbeRef, ...given }: RegisterDataPlaneInput,
): Result<DataPlane> => {
  const now = clock.now();
  const reference =
    readinessProbeRef === null ? ok(null) : acceptSecretReference(readinessProbeRef, 'readinessProbeRef');
  if (!reference.ok) return reference;
  return ok({
    ...given,
    ...scope,
    readinessProbeRef: reference.value?.reveal() ?? null,
    drainRequestedAt: null,
    upgradeRequestedAt: null,
    resyncRequestedAt: null,
    createdAt: now,
    updatedAt: now,
  });
};
