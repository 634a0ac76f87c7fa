import { decideDrain } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { changeDataPlane, type OperateDeps, type OperateInput } from './change-data-plane.js';
import type { DataPlaneView } from './data-plane-view.js';
import { DesiredStates } from './desired-states.js';

/** Orders a data plane out of service; its next heartbeat's answer tells it. One on its way already: no event. */
export const makeDrainDataPlane = (deps: OperateDeps): UseCase<OperateInput, DataPlaneView> => {
  const states = new DesiredStates(deps);
  return (context, input) =>
    changeDataPlane(deps, states, context, input, {
      eventType: 'data_plane.drained',
      action: 'drain',
      decide: decideDrain,
    });
};
