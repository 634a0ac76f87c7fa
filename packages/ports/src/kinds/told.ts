import type { ExpiryMark, PlaneHealthTold, RulesTold } from '@govgate/domain';
import { defineKind } from '../record-kind.js';

/** How far the trail has recorded what ended by the clock: one record for each source, across all tenants. */
export const expiryMarkKind = defineKind<ExpiryMark>()({
  name: 'expiry_mark',
  scoping: 'installation',
  governed: false,
  idOf: (mark) => mark.source,
  scopeOf: () => ({ installation: true }),
});

/** The health of each data plane that the trail recorded last. */
export const planeHealthToldKind = defineKind<PlaneHealthTold>()({
  name: 'plane_health_told',
  scoping: 'environment',
  governed: false,
  idOf: (told) => told.dataPlaneId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

/** The rules of the installation that each tenant's trail recorded last. */
export const rulesToldKind = defineKind<RulesTold>()({
  name: 'rules_told',
  scoping: 'tenant',
  governed: false,
  idOf: (told) => told.tenantId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
});
