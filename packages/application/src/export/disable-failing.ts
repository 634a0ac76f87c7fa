import type { Destination } from '@govgate/domain';
import { decideDisableDestination } from '@govgate/domain/internal';
import { destinationKind } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { ExportDeps } from './export-deps.js';
import { scopeOf } from './held-lane.js';

/** Disables a destination that failed for too long or is gone, with its event (docs/spec/destinations.md). */
export const disableFailing = async (
  deps: Pick<ExportDeps, 'records' | 'unitOfWork' | 'clock' | 'ids'>,
  { destinationId, ...destination }: Destination,
  reasonCode: 'retries_exhausted' | 'endpoint_gone',
): Promise<void> => {
  const scope = scopeOf(destination);
  const stored = await deps.records.get(destinationKind, scope, destinationId);
  if (stored === undefined) return;
  const decided = decideDisableDestination(stored.record, { reasonCode, now: deps.clock.now() });
  if (!decided.ok || decided.value.kind === 'no_change') return;
  const { record, changedFields } = decided.value;
  const caller = systemCaller('worker', scope.tenantId, deps.ids.mint('request'));
  const event = auditEventBy(deps, caller, {
    eventType: 'siem_webhook.disabled',
    action: 'disable',
    environmentId: scope.environmentId,
    resourceId: destinationId,
    reasonCode,
    changedFields,
    moved: [stored.record, record],
  });
  // A concurrent change wins; the next failure leads here again.
  await deps.unitOfWork.commit({
    changes: [{ kind: destinationKind, record, expectedVersion: stored.version }],
    audit: [event],
  });
};
