import { type HeartbeatReport, observationAfterHeartbeat, ok, refuse } from '@govgate/domain';
import { dataPlaneObservationKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { checkIfMatch } from '../call/record-tag.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import { DesiredStates } from './desired-states.js';
import { type DataPlaneRef, loadDataPlane } from './load-data-plane.js';

export interface ReportHeartbeatInput extends DataPlaneRef {
  readonly report: HeartbeatReport;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'revocations' | 'revisions' | 'clock'>;

/** How often a heartbeat is taken anew because a probe or another heartbeat wrote in between. */
const TRIES = 5;

/**
 * Takes a data plane's heartbeat: a fact, noted without an audit event. The answer tells the plane what is wanted of it
 * and what was ordered.
 */
export const makeReportHeartbeat = (deps: Deps): UseCase<ReportHeartbeatInput, DataPlaneView> => {
  const states = new DesiredStates(deps);
  return async (context, input) => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const loaded = await loadDataPlane(deps.records, context, input, 'data_plane.operate');
      if (!loaded.ok) return loaded;
      const { stored, observation, observationVersion } = loaded.value;
      const matches = checkIfMatch(context, stored);
      if (!matches.ok) return matches;
      const desired = await states.in(input.scope);
      const now = deps.clock.now();
      const record = observationAfterHeartbeat(stored.record, observation, input.report, desired, now);
      const { committed } = await deps.unitOfWork.observe([
        { kind: dataPlaneObservationKind, record, expectedVersion: observationVersion },
      ]);
      if (committed) return ok(dataPlaneView(context, stored, record, desired, deps.clock.epochMs()));
    }
    return refuse('conflict');
  };
};
