import {
  type DataPlane,
  type DataPlaneObservation,
  epochMsOf,
  type Instant,
  type Scope,
} from '@govgate/domain';
import {
  classifyDataPlane,
  type DataPlaneClassification,
  type DesiredState,
  eachVerb,
  observationAfterResume,
  planeVerbs,
} from '@govgate/domain/internal';
import { dataPlaneObservationKind, type Put } from '@govgate/ports';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import { desiredStateIn } from './desired-state.js';
import { type DataPlaneRef, type Observed, observedOf, planeAccess } from './load-data-plane.js';

/** An order to a data plane. */
export interface OperateInput extends DataPlaneRef {
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

export type OperateDeps = ChangeDeps & Pick<Ports, 'revocations'>;

/** The input of an order's decision: the plane and its desired state at that time. */
export interface CurrentPlane extends Observed {
  readonly state: DataPlaneClassification;
  readonly desired: DesiredState;
  readonly now: Instant;
}

/** Reads a plane's current state. */
export const currentPlane = async (
  deps: OperateDeps,
  scope: Scope,
  plane: DataPlane,
): Promise<CurrentPlane> => {
  const observed = await observedOf(deps.records, scope, plane);
  const desired = await desiredStateIn(deps, scope);
  const now = deps.clock.now();
  const state = classifyDataPlane(plane, observed.observation, desired, epochMsOf(now));
  return { ...observed, state, desired, now };
};

/** The use cases of the orders to a plane. */
export const changesOfPlanes = eachVerb(
  planeVerbs,
  ({ action, eventType, permission, decide }, name) =>
    (deps: OperateDeps): UseCase<OperateInput, DataPlaneView> =>
    (context, input) =>
      changeRecord(deps, context, {
        ...planeAccess(input, permission),
        eventType,
        action,
        reasonCode: input.reasonCode,
        reason: input.reason,
        decide: async ({ stored }) => {
          const at = await currentPlane(deps, input.scope, stored.record);
          return decidedWith(decide(stored.record, at), (decided) => {
            const resumed = name === 'resume' && decided.kind === 'moved';
            const touched = resumed ? observationAfterResume(at.observation) : undefined;
            return {
              additionalWrites: () => (touched === undefined ? [] : [noted(touched, at.observationVersion)]),
              answer: (after) =>
                dataPlaneView(
                  context,
                  { stored: after, observation: touched ?? at.observation },
                  { desired: at.desired, nowMs: epochMsOf(at.now) },
                ),
            };
          });
        },
      }),
);

const noted = (
  record: DataPlaneObservation,
  expectedVersion: number | null,
): Put<typeof dataPlaneObservationKind> => ({ kind: dataPlaneObservationKind, record, expectedVersion });
