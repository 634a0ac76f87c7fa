import { exportLaneKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { destinationsOf } from '../export/destinations-of.js';
import { runningReplays } from '../export/replay-run.js';

/** A destination that lags behind what others require. */
export interface Undelivered {
  readonly environmentId: string;
  readonly destinationId: string;
  /** The last event it has reached. */
  readonly sequence: number;
}

/**
 * A tenant's enabled destination furthest behind a sequence, including its running replays; undefined: all have reached it. A disabled one
 * holds nobody back, as that may last forever.
 */
export const deliveredToAll = async (
  deps: Pick<Ports, 'records'>,
  tenantId: string,
  sequence: number,
): Promise<Undelivered | undefined> => {
  let last: Undelivered | undefined;
  for await (const { environmentId, destinationId, enabled } of destinationsOf(deps, tenantId)) {
    if (!enabled) continue;
    const lane = await deps.records.get(exportLaneKind, { tenantId, environmentId }, destinationId);
    const replays = await runningReplays(deps, { tenantId, environmentId });
    const own = replays.flatMap(({ record }) =>
      record.destinationId === destinationId ? [record.sequence] : [],
    );
    const reached = Math.min(lane?.record.sequence ?? 0, ...own);
    if (reached < (last?.sequence ?? sequence)) last = { environmentId, destinationId, sequence: reached };
  }
  return last;
};
