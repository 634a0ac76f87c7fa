import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import { desiredStateIn } from './desired-state.js';
import { type DataPlaneRef, loadDataPlane } from './load-data-plane.js';

type Deps = Pick<Ports, 'records' | 'revocations' | 'clock'>;

/** Reads a data plane (docs/spec/data-planes.md). */
export const makeReadDataPlane =
  (deps: Deps): UseCase<DataPlaneRef, DataPlaneView> =>
  async (context, ref) => {
    const loaded = await loadDataPlane(deps.records, context, ref);
    if (!loaded.ok) return loaded;
    const { stored, observation } = loaded.value;
    const desired = await desiredStateIn(deps, ref.scope);
    return ok(dataPlaneView(context, { stored, observation }, { desired, nowMs: deps.clock.epochMs() }));
  };
