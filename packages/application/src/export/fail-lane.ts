import { afterFailure } from '@govgate/domain/internal';
import type { Holding } from './add-dead-letters.js';
import { disableFailing } from './disable-failing.js';
import type { ExportDeps } from './export-deps.js';
import { observeDelivery } from './observe-delivery.js';
import type { Halt } from './send-batch.js';

interface FailedRequest {
  readonly came: Halt;
  readonly latencyMs: number;
}

/** Handles a failed request: wait, or disable if it failed permanently. False: somebody else holds the lane by now. */
export const failLane = async (
  deps: ExportDeps,
  { destination, held }: Holding,
  { came: { reasonCode, retryAfterSeconds, unusableReference, gone }, latencyMs }: FailedRequest,
): Promise<boolean> => {
  const now = deps.clock.now();
  const facts = { retryAfterSeconds, unusableReference, random: deps.random(), now };
  const written = await held.fail((lane) => afterFailure(lane, reasonCode, facts), reasonCode, latencyMs);
  const { tenantId, environmentId, destinationId } = held.lane;
  deps.report?.({ tenantId, environmentId, destinationId, reasonCode, delivered: 0, refused: 0 });
  await observeDelivery(deps, destination, reasonCode);
  if (written && gone) await disableFailing(deps, destination, 'endpoint_gone');
  return written;
};
