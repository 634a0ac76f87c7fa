import type { Instant } from '../instant.js';
import type { DataPlaneObservation } from './data-plane.js';
import { MOST_REVOCATION_STEPS } from './report-heartbeat.js';

/** Whether a plane has applied a revocation, and since when that is known. */
export interface AppliedRevocation {
  readonly applied: boolean;
  /** When it was first heard to have; null where it has not, or so long ago that it is not remembered. */
  readonly appliedAt: Instant | null;
}

/** What a plane's echoes prove of a revocation: it reads the feed in order, so having come so far it has applied all before. */
export const appliedRevocation = (
  observation: Pick<DataPlaneObservation, 'lastRevocationSequence' | 'revocationSteps'> | undefined,
  sequence: number,
): AppliedRevocation => {
  if (observation === undefined || observation.lastRevocationSequence < sequence)
    return { applied: false, appliedAt: null };
  const steps = observation.revocationSteps ?? [];
  const first = steps.findIndex((step) => step.sequence >= sequence);
  // Before the first step that is remembered there may have been others, in any of which it was applied.
  const isForgotten = first === 0 && steps.length === MOST_REVOCATION_STEPS;
  return { applied: true, appliedAt: isForgotten ? null : (steps[first]?.at ?? null) };
};
