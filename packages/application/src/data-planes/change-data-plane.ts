import {
  type AuditEventType,
  classifyDataPlane,
  type DataPlane,
  type DataPlaneClassification,
  type DataPlaneObservation,
  type Decided,
  type DesiredState,
  epochMsOf,
  type Instant,
  ok,
  type Result,
} from '@govgate/domain';
import { type Change, dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import type { DesiredStates } from './desired-states.js';
import { type DataPlaneRef, type LoadedPlane, loadDataPlane } from './load-data-plane.js';

/** An order to a data plane. */
export interface OperateInput extends DataPlaneRef {
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

export type OperateDeps = Pick<
  Ports,
  'records' | 'unitOfWork' | 'revocations' | 'revisions' | 'clock' | 'ids'
>;

/** What an order is decided on. */
export interface OperateFacts {
  readonly standing: DataPlaneClassification;
  readonly observation: DataPlaneObservation;
  readonly now: Instant;
}

/** An order in the words of the trail, and the decision that it takes. */
export interface DataPlaneChange {
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly decide: (plane: DataPlane, asked: OperateFacts) => Result<Decided<DataPlane>>;
  /** What the order makes of the plane's observation, where it touches it. */
  readonly observationAfter?: (observation: DataPlaneObservation) => DataPlaneObservation;
}

/** A plane as an order found it, with what is wanted of it at that moment. */
export interface PlaneAtHand extends LoadedPlane, OperateFacts {
  readonly desired: DesiredState;
}

/** Finds the plane of an order and classifies it. */
export const planeAtHand = async (
  deps: OperateDeps,
  states: DesiredStates,
  context: CallContext,
  input: OperateInput,
): Promise<Result<PlaneAtHand>> => {
  const loaded = await loadDataPlane(deps.records, context, input, 'data_plane.operate');
  if (!loaded.ok) return loaded;
  const { stored, observation } = loaded.value;
  const matches = checkIfMatch(context, stored);
  if (!matches.ok) return matches;
  const desired = await states.in(input.scope);
  const now = deps.clock.now();
  const standing = classifyDataPlane(stored.record, observation, desired, epochMsOf(now));
  return ok({ ...loaded.value, standing, now, desired });
};

/** Loads a plane, lets a decision change it, and commits it with its event. Nothing changed: nothing is written. */
export const changeDataPlane = (
  deps: OperateDeps,
  states: DesiredStates,
  context: CallContext,
  input: OperateInput,
  change: DataPlaneChange,
): Promise<Result<DataPlaneView>> =>
  decideAndCommit(deps, context, async () => {
    const found = await planeAtHand(deps, states, context, input);
    if (!found.ok) return found;
    const decided = change.decide(found.value.stored.record, found.value);
    return decided.ok ? ok(toDecision(deps, context, input, change, found.value, decided.value)) : decided;
  });

const toDecision = (
  deps: OperateDeps,
  context: CallContext,
  input: OperateInput,
  change: DataPlaneChange,
  at: PlaneAtHand,
  decided: Decided<DataPlane>,
): Decision<DataPlaneView> => {
  const nowMs = epochMsOf(at.now);
  if (decided.kind === 'no_change')
    return { output: dataPlaneView(context, at.stored, at.observation, at.desired, nowMs) };
  const observation = change.observationAfter?.(at.observation) ?? at.observation;
  const observed: Change[] =
    change.observationAfter === undefined
      ? []
      : [{ kind: dataPlaneObservationKind, record: observation, expectedVersion: at.observationVersion }];
  const event = auditEvent(deps, context, {
    eventType: change.eventType,
    action: change.action,
    environmentId: input.scope.environmentId,
    resourceId: input.dataPlaneId,
    reasonCode: input.reasonCode,
    reason: input.reason,
    changedFields: decided.changedFields,
  });
  const written = afterWrite(at.stored, decided.record);
  return {
    commit: {
      changes: [
        { kind: dataPlaneKind, record: decided.record, expectedVersion: at.stored.version },
        ...observed,
      ],
      audit: [event],
    },
    output: dataPlaneView(context, written, observation, at.desired, nowMs),
  };
};
