import { decideUpgrade } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { changeDataPlane, type OperateDeps, type OperateInput } from './change-data-plane.js';
import type { DataPlaneView } from './data-plane-view.js';
import { DesiredStates } from './desired-states.js';

/** Orders the upgrade that a data plane has offered. */
export const makeUpgradeDataPlane = (deps: OperateDeps): UseCase<OperateInput, DataPlaneView> => {
  const states = new DesiredStates(deps);
  return (context, input) =>
    changeDataPlane(deps, states, context, input, {
      eventType: 'data_plane.upgraded',
      action: 'upgrade',
      decide: decideUpgrade,
    });
};
