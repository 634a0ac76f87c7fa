import type { RulesReported } from '@govgate/domain';
import { type JobHandler, rulesReportedKind, type Stored, tenantKind } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'clock' | 'ids' | 'records' | 'settings' | 'unitOfWork'>;

/**
 * Records in each tenant's trail when the installation switches four eyes off or on (ADR 34): a setting is no call, so no call's event
 * mentions it. A trail without a record implies on.
 */
export const makeReportRules =
  (deps: Deps): JobHandler['run'] =>
  async (_, stop) => {
    const { fourEyes } = deps.settings;
    for await (const { record } of deps.records.all(tenantKind)) {
      if (stop.aborted) return;
      const { tenantId } = record;
      const reported = await deps.records.get(rulesReportedKind, { tenantId }, tenantId);
      if ((reported?.record.fourEyes ?? true) !== fourEyes) await reportRules(deps, tenantId, reported);
    }
  };

const reportRules = (deps: Deps, tenantId: string, reported: Stored<RulesReported> | undefined) => {
  const { fourEyes } = deps.settings;
  const record = { tenantId, fourEyes, since: deps.clock.now() };
  const event = auditEventBy(deps, systemCaller('worker', tenantId, deps.ids.mint('request')), {
    eventType: fourEyes ? 'tenant.four_eyes_switched_on' : 'tenant.four_eyes_switched_off',
    action: 'configure',
    environmentId: null,
    resourceId: tenantId,
    reasonCode: 'setting_changed',
    changedFields: ['fourEyes'],
  });
  return deps.unitOfWork.commit({
    changes: [{ kind: rulesReportedKind, record, expectedVersion: reported?.version ?? null }],
    audit: [event],
  });
};
