import { auditEventBy, systemCaller } from '@govgate/application';
import { type Clock, type GovernanceStore, type IdSource, tenantKind } from '@govgate/ports';
import type { ServerSettings } from '../settings/settings.js';

/** Makes sure that the bootstrap tenant and environment exist. If several processes start at once, the losers of the race find them. */
export const ensureBootstrap = async (
  store: GovernanceStore,
  { bootstrapTenant, bootstrapEnvironment }: Pick<ServerSettings, 'bootstrapTenant' | 'bootstrapEnvironment'>,
  deps: { readonly clock: Clock; readonly ids: IdSource },
): Promise<void> => {
  const scope = { tenantId: bootstrapTenant };
  const before = await store.records.get(tenantKind, scope, bootstrapTenant);
  if (before?.record.environments.includes(bootstrapEnvironment)) return;
  const environments = [...(before?.record.environments ?? []), bootstrapEnvironment].sort();
  const caller = systemCaller('cli', bootstrapTenant, deps.ids.mint('request'));
  const event = auditEventBy(deps, caller, {
    eventType: 'tenant.imported',
    action: 'import',
    environmentId: null,
    resourceId: bootstrapTenant,
    reasonCode: 'bootstrap',
    changedFields: ['environments'],
  });
  const record = { tenantId: bootstrapTenant, environments };
  const expectedVersion = before?.version ?? null;
  await store.unitOfWork.commit({ changes: [{ kind: tenantKind, record, expectedVersion }], audit: [event] });
};
