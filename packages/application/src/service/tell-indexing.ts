import { AUDIT_EVENT, type AuditTrail, type ServiceLog } from '@govgate/ports';

/** Dependencies of telling of the trails' indexes. */
export interface TellIndexingDeps {
  readonly auditTrail: Pick<AuditTrail, 'behind'>;
  readonly log: Pick<ServiceLog, 'info'>;
}

/**
 * Logs how far the index of each long trail has come, in the words of the other lists (ADR 44): its lists are refused meanwhile. Each call
 * is a look, and tells nothing of a trail that has not moved.
 */
export const makeTellIndexing = ({ auditTrail, log }: TellIndexingDeps): (() => void) => {
  /** By tenant: how many events were left when it was first seen, and when it was last told of. */
  let told = new Map<string, { readonly records: number; readonly left: number }>();
  return () => {
    const seen: typeof told = new Map();
    for (const { tenantId, left } of auditTrail.behind()) {
      const before = told.get(tenantId);
      const records = Math.max(left, before?.records ?? 0);
      seen.set(tenantId, { records, left });
      if (left !== before?.left)
        log.info('lists are being rebuilt', { kind: AUDIT_EVENT, tenantId, records, done: records - left });
    }
    for (const [tenantId, { records }] of told)
      if (!seen.has(tenantId)) log.info('lists were rebuilt', { kind: AUDIT_EVENT, tenantId, done: records });
    told = seen;
  };
};
