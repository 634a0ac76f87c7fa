import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import { DesiredStates, desiredAt } from './desired-states.js';
import { type DataPlaneRef, loadDataPlane } from './load-data-plane.js';

type Deps = Pick<Ports, 'records' | 'revocations' | 'revisions' | 'clock'>;

/** Reads a data plane (decisions, section 7). */
export const makeReadDataPlane = (deps: Deps): UseCase<DataPlaneRef, DataPlaneView> => {
  const states = new DesiredStates(deps);
  return async (context, ref) => {
    const loaded = await loadDataPlane(deps.records, context, ref);
    if (!loaded.ok) return loaded;
    const { stored, observation } = loaded.value;
    const wanted = await states.wantedIn(ref.scope);
    const nowMs = deps.clock.epochMs();
    return ok(dataPlaneView(context, { stored, observation }, { desired: desiredAt(wanted, nowMs), nowMs }));
  };
};
