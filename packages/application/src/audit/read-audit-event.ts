import { ok, refuse } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type AuditEventView, auditEventView, mayReadTrail } from './list-audit-events.js';
import type { EventProofInput } from './prove-audit-event.js';

/** Reads one event of the trail; another tenant's is answered like an absent one (docs/spec/audit.md). */
export const makeReadAuditEvent =
  ({ auditTrail }: Pick<Ports, 'auditTrail'>): UseCase<EventProofInput, AuditEventView> =>
  async (context, { tenantId, auditEventId }) => {
    if (context.principal.tenantId !== tenantId) return refuse('not_found');
    const allowed = mayReadTrail(context, tenantId, 'audit.read');
    if (!allowed.ok) return allowed;
    const event = await auditTrail.find(tenantId, auditEventId);
    return event === undefined ? refuse('not_found') : ok(auditEventView(event));
  };
