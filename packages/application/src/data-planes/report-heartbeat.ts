import { type DataPlane, ok, type Result, refuse } from '@govgate/domain';
import { type HeartbeatReport, observationAfterHeartbeat } from '@govgate/domain/internal';
import { dataPlaneObservationKind } from '@govgate/ports';
import type { CallContext, UseCase } from '../call/context.js';
import { type Admitted, admitRecord, presentIfMatch } from '../call/load-record.js';
import { onceAllowed } from '../call/once-allowed.js';
import type { Ports } from '../call/ports.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import { desiredStateIn } from './desired-state.js';
import { type DataPlaneRef, observedOf, planeAccess } from './load-data-plane.js';

export interface ReportHeartbeatInput extends DataPlaneRef {
  readonly report: HeartbeatReport;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'revocations' | 'clock'>;

/** How often a heartbeat is applied again because a probe or another heartbeat wrote in between. */
const TRIES = 5;

/** Accepts a data plane's heartbeat: a fact, recorded without an audit event. The answer carries the plane's orders. */
export const makeReportHeartbeat =
  (deps: Deps): UseCase<ReportHeartbeatInput, DataPlaneView> =>
  (context, input) => {
    const admit = () => admitRecord(deps.records, context, planeAccess(input, 'data_plane.report'));
    return onceAllowed(context, admit, async (first) => {
      let admitted: Result<Admitted<DataPlane>> = ok(first);
      for (let tried = 0; tried < TRIES && admitted.ok; tried += 1) {
        const noted = await note(deps, context, admitted.value, input.report);
        if (noted !== 'overtaken') return noted;
        admitted = await admit();
      }
      return admitted.ok ? refuse('conflict') : admitted;
    });
  };

const note = async (
  deps: Deps,
  context: CallContext,
  admitted: Admitted<DataPlane>,
  report: HeartbeatReport,
): Promise<Result<DataPlaneView> | 'overtaken'> => {
  const loaded = presentIfMatch(context, admitted);
  if (!loaded.ok) return loaded;
  const { record: plane } = loaded.value.stored;
  const { observation, observationVersion } = await observedOf(deps.records, plane, plane);
  const desired = await desiredStateIn(deps, plane);
  const record = observationAfterHeartbeat(plane, observation, {
    report,
    desired,
    now: deps.clock.now(),
  });
  const { committed } = await deps.unitOfWork.observe([
    { kind: dataPlaneObservationKind, record, expectedVersion: observationVersion },
  ]);
  return committed
    ? ok(
        dataPlaneView(
          context,
          { stored: loaded.value.stored, observation: record },
          { desired, nowMs: deps.clock.epochMs() },
        ),
      )
    : 'overtaken';
};
