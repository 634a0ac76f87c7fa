import { epochMsOf, ok } from '@govgate/domain';
import { checkDeregister } from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { admitRecord, presentIfMatch } from '../call/load-record.js';
import { currentPlane, type OperateDeps, type OperateInput } from './change-data-plane.js';
import { type DataPlaneView, dataPlaneView } from './data-plane-view.js';
import { planeAccess } from './load-data-plane.js';

/** Deregisters a data plane, with all that was seen of it; the answer is how it last stood. */
export const makeDeregisterDataPlane =
  (deps: OperateDeps): UseCase<OperateInput, DataPlaneView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(dataPlaneKind, input.scope, input.dataPlaneId),
      admit: () => admitRecord(deps.records, context, planeAccess(input, 'data_plane.operate')),
      decide: async (admitted) => {
        const loaded = presentIfMatch(context, admitted);
        if (!loaded.ok) return loaded;
        const { stored } = loaded.value;
        const { scope, dataPlaneId, reasonCode, reason } = input;
        const at = await currentPlane(deps, scope, stored.record);
        const allowed = checkDeregister(at);
        if (!allowed.ok) return allowed;
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
              // The decision depends on the last reported sessions, so a heartbeat in between repeats it.
              { kind: dataPlaneObservationKind, removed, expectedVersion: at.observationVersion ?? 'any' },
            ],
            audit: [event],
          },
          output: dataPlaneView(
            context,
            { stored, observation: at.observation },
            { desired: at.desired, nowMs: epochMsOf(at.now) },
          ),
        });
      },
    });
