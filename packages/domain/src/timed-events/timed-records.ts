import type { DataPlaneStatus } from '../data-plane/classify-data-plane.js';
import type { DataPlaneReason } from '../data-plane/plane-states.js';
import type { Instant } from '../instant.js';
import { defineClasses } from '../redaction/classes.js';

/** Records whose expiry is entered in the trail (ADR 34). */
export const EXPIRY_SOURCES = ['api_token', 'role_binding', 'credential_binding'] as const;
export type ExpirySource = (typeof EXPIRY_SOURCES)[number];

/**
 * How far expiries have been recorded in the trail: everything up to this time, and at that time everything up to this id. It moves in the
 * commit of the events, so each expiry is recorded once, whichever process finds it.
 */
export interface ExpiryMark {
  readonly source: ExpirySource;
  readonly at: Instant;
  /** "" while nothing that expired at that time has been recorded. */
  readonly id: string;
}

/** The last health of a data plane recorded in the trail; it moves in the event's commit. */
export interface PlaneHealthReported {
  readonly dataPlaneId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly status: DataPlaneStatus;
  readonly reasonCode: DataPlaneReason;
  /** Whether it lags behind the revocation feed, whatever its status. */
  readonly feedBehind: boolean;
  readonly since: Instant;
}

/** The installation's rules last recorded in a tenant's trail. */
export interface RulesReported {
  readonly tenantId: string;
  readonly fourEyes: boolean;
  readonly since: Instant;
}

export const expiryMarkClasses = defineClasses<ExpiryMark>()({
  source: 'public',
  at: 'public',
  id: 'public',
});

export const planeHealthReportedClasses = defineClasses<PlaneHealthReported>()({
  dataPlaneId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  status: 'public',
  reasonCode: 'public',
  feedBehind: 'public',
  since: 'public',
});

export const rulesReportedClasses = defineClasses<RulesReported>()({
  tenantId: 'public',
  fourEyes: 'public',
  since: 'public',
});
