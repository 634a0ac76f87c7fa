import type { RecordStore, Stored } from '@govgate/ports';
import { type Put, type Tenant, tenantKind } from '@govgate/ports';

/**
 * The tenant's current record: read it before what a decision about the tenant's role bindings reads, and write it back with `touchGuard`
 * in the same commit. Of two such decisions based on the same state one is then repeated, so two administrators cannot disable each other
 * at once, and no equal binding is created twice.
 */
export const readGuard = async (
  records: RecordStore,
  tenantId: string,
): Promise<Stored<Tenant> | undefined> => records.get(tenantKind, { tenantId }, tenantId);

/** The write that makes racing decisions conflict: the tenant as it was read. */
export const touchGuard = ({ record, version }: Stored<Tenant>): Put<typeof tenantKind> => ({
  kind: tenantKind,
  record,
  expectedVersion: version,
});
