import { makeExportAuditEvents } from './audit/export-audit-events.js';
import { makeListAuditEvents } from './audit/list-audit-events.js';
import { makeVerifyAuditTrail } from './audit/verify-audit-trail.js';
import type { Ports } from './call/ports.js';
import { makeReadIdentity } from './identity/read-identity.js';
import { makeArchivePolicy } from './policies/archive-policy.js';
import { makeCreatePolicy } from './policies/create-policy.js';
import { makeDiffPolicies } from './policies/diff-policies.js';
import { makeListPolicies } from './policies/list-policies.js';
import { makePublishPolicy } from './policies/publish-policy.js';
import { makeReadPolicy } from './policies/read-policy.js';
import { makeSimulatePolicy } from './policies/simulate-policy.js';
import { makeUpdatePolicy } from './policies/update-policy.js';
import { makeValidatePolicy } from './policies/validate-policy.js';
import { makeCheckReadiness } from './service/check-readiness.js';

/** Every use case by name: one line binds one. Each factory takes the ports it names out of the same bag. */
const FACTORIES = {
  archivePolicy: makeArchivePolicy,
  checkReadiness: makeCheckReadiness,
  createPolicy: makeCreatePolicy,
  diffPolicies: makeDiffPolicies,
  exportAuditEvents: makeExportAuditEvents,
  listAuditEvents: makeListAuditEvents,
  listPolicies: makeListPolicies,
  publishPolicy: makePublishPolicy,
  readIdentity: makeReadIdentity,
  readPolicy: makeReadPolicy,
  simulatePolicy: makeSimulatePolicy,
  updatePolicy: makeUpdatePolicy,
  validatePolicy: makeValidatePolicy,
  verifyAuditTrail: makeVerifyAuditTrail,
} as const;

/** The use cases, ready to run. */
export type UseCases = { readonly [Name in keyof typeof FACTORIES]: ReturnType<(typeof FACTORIES)[Name]> };

/** Makes every use case out of the ports. */
export const makeUseCases = (ports: Ports): UseCases =>
  Object.fromEntries(
    Object.entries(FACTORIES).map(([name, make]) => [name, (make as (ports: Ports) => unknown)(ports)]),
  ) as UseCases;
