import { ok, type Result, refuse } from '@govgate/domain';
import { tenantKind } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { readGuard } from '../role-bindings/tenant-guard.js';

/** Creates a tenant without environments. No caller is above tenants, so only the operator can (docs/spec/identity.md). */
export const makeCreateTenant =
  (deps: Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'>) =>
  async (tenantId: string): Promise<Result<undefined>> => {
    if ((await readGuard(deps.records, tenantId)) !== undefined) return refuse('already_exists');
    const event = auditEventBy(deps, systemCaller('cli', tenantId, deps.ids.mint('request')), {
      eventType: 'tenant.created',
      action: 'create',
      environmentId: null,
      resourceId: tenantId,
    });
    const record = { tenantId, environments: [] };
    const change = { kind: tenantKind, record, expectedVersion: null };
    const outcome = await deps.unitOfWork.commit({ changes: [change], audit: [event] });
    return outcome.committed ? ok(undefined) : refuse('already_exists');
  };
