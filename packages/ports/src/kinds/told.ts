import type { ExpiryMark, PlaneHealthTold, RulesTold } from '@govgate/domain';
import { defineKind } from '../record-kind.js';

/** How far expiries have been recorded in the trail: one record per source, across all tenants. */
export const expiryMarkKind = defineKind<ExpiryMark>()({
  name: 'expiry_mark',
  scoping: 'installation',
  governed: false,
  idOf: (mark) => mark.source,
  scopeOf: () => ({ installation: true }),
});

/** The last health of each data plane recorded in the trail. */
export const planeHealthToldKind = defineKind<PlaneHealthTold>()({
  name: 'plane_health_told',
  scoping: 'environment',
  governed: false,
  idOf: (told) => told.dataPlaneId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

/** The installation's rules last recorded in each tenant's trail. */
export const rulesToldKind = defineKind<RulesTold>()({
  name: 'rules_told',
  scoping: 'tenant',
  governed: false,
  idOf: (told) => told.tenantId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
});
