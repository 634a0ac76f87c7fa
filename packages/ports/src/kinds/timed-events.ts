import type { ExpiryMark, PlaneHealthReported, RulesReported } from '@govgate/domain';
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
export const planeHealthReportedKind = defineKind<PlaneHealthReported>()({
  name: 'plane_health_reported',
  scoping: 'environment',
  governed: false,
  idOf: (reported) => reported.dataPlaneId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

/** The installation's rules last recorded in each tenant's trail. */
export const rulesReportedKind = defineKind<RulesReported>()({
  name: 'rules_reported',
  scoping: 'tenant',
  governed: false,
  idOf: (reported) => reported.tenantId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
});
