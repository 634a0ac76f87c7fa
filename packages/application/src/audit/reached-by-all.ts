import { exportLaneKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { destinationsOf } from '../export/destinations-of.js';
import { runningReplays } from '../export/replay-run.js';

/** A destination that has not come as far as others wish. */
export interface HeldBack {
  readonly environmentId: string;
  readonly destinationId: string;
  /** The last event that it has come to. */
  readonly sequence: number;
}

/**
 * The enabled destination of a tenant that is furthest behind a sequence, replays that run for it included; undefined: all have
 * come there. One that is disabled holds nobody back: that may last for ever.
 */
export const reachedByAll = async (
  deps: Pick<Ports, 'records'>,
  tenantId: string,
  sequence: number,
): Promise<HeldBack | undefined> => {
  let last: HeldBack | undefined;
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
