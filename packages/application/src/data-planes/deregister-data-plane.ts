import { checkDeregister, epochMsOf, ok } from '@govgate/domain';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { type OperateDeps, type OperateInput, planeAtHand } from './change-data-plane.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import { DesiredStates } from './desired-states.js';

/** Takes a data plane off the list, with all that was seen of it; the answer is how it last stood. */
export const makeDeregisterDataPlane = (deps: OperateDeps): UseCase<OperateInput, DataPlaneView> => {
  const states = new DesiredStates(deps);
  return (context, input) =>
    decideAndCommit(deps, context, async () => {
      const found = await planeAtHand(deps, states, context, input);
      if (!found.ok) return found;
      const { stored, observation, observationVersion, desired, now } = found.value;
      const allowed = checkDeregister(found.value);
      if (!allowed.ok) return allowed;
      const { scope, dataPlaneId, reasonCode, reason } = input;
      const event = auditEvent(deps, context, {
        eventType: 'data_plane.deregistered',
        action: 'deregister',
        environmentId: scope.environmentId,
        resourceId: dataPlaneId,
        reasonCode,
        reason,
      });
      const removed = { scope, id: dataPlaneId };
      return ok({
        commit: {
          changes: [
            { kind: dataPlaneKind, removed, expectedVersion: stored.version },
            // It was decided on the sessions that were reported last, so a heartbeat in between decides it anew.
            { kind: dataPlaneObservationKind, removed, expectedVersion: observationVersion ?? 'any' },
          ],
          audit: [event],
        },
        output: dataPlaneView(context, stored, observation, desired, epochMsOf(now)),
      });
    });
};
