import { type Tenant, tenantKind } from '@govgate/ports';
import { defineSection } from '../section.js';
import { sortedIds } from '../sorted-ids.js';

export interface TenantItem {
  readonly tenantId: string;
  readonly environments: readonly string[];
}

/** Tenants merge: naming an existing one adds missing environments and is no conflict. */
export const tenantsSection = defineSection<TenantItem, Tenant>({
  eventType: 'tenant.imported',
  kind: tenantKind,
  keyOf: ({ tenantId }) => ({ tenantId, environmentId: null, id: tenantId }),
  merge: ({ environments }, before) => {
    const merged = sortedIds([...before.environments, ...environments]);
    return merged.length === before.environments.length ? undefined : { ...before, environments: merged };
  },
  take: ({ tenantId, environments }) => ({ record: { tenantId, environments: sortedIds(environments) } }),
  async *give(records) {
    for await (const { record } of records.all(tenantKind))
      yield { tenantId: record.tenantId, environments: record.environments };
  },
});
