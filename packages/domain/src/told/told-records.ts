import type { DataPlaneStatus } from '../data-plane/classify-data-plane.js';
import type { DataPlaneReason } from '../data-plane/plane-states.js';
import type { Instant } from '../instant.js';
import { defineClasses } from '../redaction/classes.js';

/** What ends by the clock and is recorded in the trail (ADR 34). */
export const EXPIRY_SOURCES = ['api_token', 'role_binding', 'credential_binding'] as const;
export type ExpirySource = (typeof EXPIRY_SOURCES)[number];

/**
 * How far the trail has recorded what ended by the clock: everything up to this moment, and of what ended at that moment everything
 * up to this id. It moves in the commit of the events, so each ending is recorded once, whichever process finds it.
 */
export interface ExpiryMark {
  readonly source: ExpirySource;
  readonly at: Instant;
  /** "" while nothing that ended at that moment was recorded. */
  readonly id: string;
}

/** The health of a data plane that the trail recorded last; it moves in the commit of the event. */
export interface PlaneHealthTold {
  readonly dataPlaneId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly status: DataPlaneStatus;
  readonly reasonCode: DataPlaneReason;
  /** Whether it is behind with the revocation feed, whatever its status is. */
  readonly feedBehind: boolean;
  readonly since: Instant;
}

/** The rules of the installation that a tenant's trail recorded last. */
export interface RulesTold {
  readonly tenantId: string;
  readonly fourEyes: boolean;
  readonly since: Instant;
}

export const expiryMarkClasses = defineClasses<ExpiryMark>()({
  source: 'public',
  at: 'public',
  id: 'public',
});

export const planeHealthToldClasses = defineClasses<PlaneHealthTold>()({
  dataPlaneId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  status: 'public',
  reasonCode: 'public',
  feedBehind: 'public',
  since: 'public',
});

export const rulesToldClasses = defineClasses<RulesTold>()({
  tenantId: 'public',
  fourEyes: 'public',
  since: 'public',
});
