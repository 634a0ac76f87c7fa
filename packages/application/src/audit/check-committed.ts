import type { StopSignal } from '@govgate/ports';
import { reportFault } from './sign-checkpoint.js';
import type { TrailDeps } from './trail-deps.js';
import { verifyTrail } from './verify-trail.js';

/**
 * Looks for what this process committed, where another process signs: only the one that committed an event knows that it is gone.
 */
export const makeCheckCommitted =
  (deps: TrailDeps) =>
  async (stop?: StopSignal): Promise<void> => {
    for (const tenantId of deps.committedEvents.tenants()) {
      const committed = deps.committedEvents.of(tenantId);
      const { firstInvalid, signedUpTo } = await verifyTrail(deps, tenantId, { whole: false, stop });
      if (stop?.aborted) return;
      reportFault(deps, tenantId, firstInvalid ?? undefined);
      if (firstInvalid === null) deps.committedEvents.found(tenantId, committed, signedUpTo ?? 0);
    }
  };
