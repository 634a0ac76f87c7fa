import type { Instant } from '../instant.js';
import type { DataPlaneObservation } from './data-plane.js';
import { MOST_REVOCATION_STEPS } from './report-heartbeat.js';

/** Whether a plane has applied a revocation, and since when that is known. */
export interface AppliedRevocation {
  readonly applied: boolean;
  /** When the plane first reported having applied it; null if it has not, or too long ago to be remembered. */
  readonly appliedAt: Instant | null;
}

/**
 * What a plane's echoes prove about a revocation: it reads the feed in order, so reaching a position implies having applied everything
 * before.
 */
export const appliedRevocation = (
  observation: Pick<DataPlaneObservation, 'lastRevocationSequence' | 'revocationSteps'> | undefined,
  sequence: number,
): AppliedRevocation => {
  if (observation === undefined || observation.lastRevocationSequence < sequence)
    return { applied: false, appliedAt: null };
  const steps = observation.revocationSteps ?? [];
  const first = steps.findIndex((step) => step.sequence >= sequence);
  // It may have been applied in any step before the first remembered one.
  const isForgotten = first === 0 && steps.length === MOST_REVOCATION_STEPS;
  return { applied: true, appliedAt: isForgotten ? null : (steps[first]?.at ?? null) };
};
