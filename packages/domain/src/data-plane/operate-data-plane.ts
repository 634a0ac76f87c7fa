import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { DataPlaneClassification } from './classify-data-plane.js';
import type { DataPlane, DataPlaneObservation } from './data-plane.js';
import {
  DATA_PLANE_ACTIONS,
  type DataPlaneAction,
  drainMachine,
  upgradeMachine,
} from './data-plane.machine.js';

import type { DataPlaneReason } from './plane-states.js';

/** One entry of an answer's `allowedActions`. */
export interface PlaneActionView {
  readonly action: DataPlaneAction;
  readonly allowed: boolean;
  readonly reasonCode: DataPlaneReason | 'permission_denied' | 'invalid_state';
}

type PlaneState = Pick<DataPlaneClassification, 'heartbeat' | 'drain' | 'upgrade'>;
type Sessions = Pick<DataPlaneObservation, 'activeSessions'>;

/** What the caller may do with a plane now; an action shown as allowed succeeds. */
export const dataPlaneActionViews = (
  state: PlaneState,
  observation: Sessions,
  mayOperate: boolean,
): PlaneActionView[] =>
  DATA_PLANE_ACTIONS.map((action) => {
    if (!mayOperate) return { action, allowed: false, reasonCode: 'permission_denied' };
    const against = obstacle(action, state, observation);
    return { action, allowed: against === undefined, reasonCode: against ?? 'ok' };
  });

/** `allowedActions` of the whole list: what the caller may do to planes of the scope at all. */
export const scopeActionViews = (mayOperate: boolean): PlaneActionView[] =>
  DATA_PLANE_ACTIONS.map((action) => ({
    action,
    allowed: mayOperate,
    reasonCode: mayOperate ? 'ok' : 'permission_denied',
  }));

/** What an order to a plane is decided by. */
export interface OperateRequest {
  readonly state: PlaneState;
  readonly observation: DataPlaneObservation;
  readonly now: Instant;
}

/** Orders a plane to drain; one already draining does not change. */
export const decideDrain = (plane: DataPlane, request: OperateRequest): Result<Decided<DataPlane>> => {
  if (obstacle('drain', request.state, request.observation) !== undefined) return ok(noChange(plane));
  return ok(moved(plane, { ...plane, drainRequestedAt: request.now, updatedAt: request.now }));
};

/** Orders a plane back into service. The observation's drain is cleared too (`observationAfterResume`). */
export const decideResume = (plane: DataPlane, request: OperateRequest): Result<Decided<DataPlane>> => {
  if (obstacle('resume', request.state, request.observation) !== undefined) return ok(noChange(plane));
  const resumed = { ...plane, drainRequestedAt: null, updatedAt: request.now };
  return ok({ kind: 'moved', record: resumed, changedFields: ['drainRequestedAt'], fences: false });
};

/** A plane's observation after its resume: its old drain is obsolete. */
export const observationAfterResume = (observation: DataPlaneObservation): DataPlaneObservation => ({
  ...observation,
  drainState: 'not_draining',
});

/** Orders a plane to fetch its policy again; the answer to its next heartbeat carries the order. */
export const decideResync = (plane: DataPlane, request: OperateRequest): Result<Decided<DataPlane>> => {
  if (obstacle('resync_policy', request.state, request.observation) !== undefined)
    return refuse('invalid_state');
  return ok(moved(plane, { ...plane, resyncRequestedAt: request.now, updatedAt: request.now }));
};

/** Orders the upgrade a plane has offered. */
export const decideUpgrade = (plane: DataPlane, request: OperateRequest): Result<Decided<DataPlane>> => {
  if (obstacle('upgrade', request.state, request.observation) !== undefined) return refuse('invalid_state');
  return ok(moved(plane, { ...plane, upgradeRequestedAt: request.now, updatedAt: request.now }));
};

/** Whether a plane may be deregistered: not while it reports and has sessions. */
export const checkDeregister = (request: OperateRequest): Result<true> =>
  obstacle('deregister', request.state, request.observation) === undefined
    ? ok(true)
    : refuse('invalid_state');

/** Why an action is impossible now, or undefined if it is possible. */
const obstacle = (
  action: DataPlaneAction,
  state: PlaneState,
  { activeSessions }: Sessions,
): DataPlaneReason | 'invalid_state' | undefined => {
  const { heartbeat, drain, upgrade } = state;
  const away = heartbeat.status === 'lost' || heartbeat.status === 'never_seen';
  switch (action) {
    case 'drain':
      return step(drainMachine, drain.state, 'drain', {}).moved ? undefined : 'draining';
    case 'resume':
      return step(drainMachine, drain.state, 'resume', {}).moved ? undefined : 'invalid_state';
    case 'resync_policy':
      return away ? heartbeat.reasonCode : undefined;
    case 'upgrade':
      if (away) return heartbeat.reasonCode;
      return step(upgradeMachine, upgrade.state, 'upgrade', {}).moved ? undefined : 'invalid_state';
    case 'deregister':
      return !away && activeSessions.total > 0 ? 'sessions_active' : undefined;
  }
};
