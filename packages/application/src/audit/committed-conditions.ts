import type { FoundFault } from '@govgate/domain';
import type { CommittedEvent } from '../call/committed-events.js';
import type { TrailCondition } from './trail-conditions.js';
import type { StoreWalk } from './walk-trail.js';

/** What a walk that begins after an event must find of what this process committed. */
export const committedConditions = (committed: readonly CommittedEvent[], after: number): TrailCondition[] =>
  committed
    .filter(({ sequence }) => sequence > after)
    .map(({ sequence, hash }) => ({
      sequence,
      hold: (walk) => {
        if (walk.head.hash !== hash) walk.fail({ sequence, reasonCode: 'not_as_committed' });
        return false;
      },
    }));

/** The first event before a walk that is not there as this process committed it. */
export const committedFault = async (
  { deps, tenantId, walk }: StoreWalk,
  committed: readonly CommittedEvent[],
): Promise<FoundFault | undefined> => {
  const upTo = walk.head.sequence;
  for (const { sequence, hash } of committed.filter((event) => event.sequence <= upTo)) {
    const [found] = await deps.auditTrail.hashes(tenantId, sequence, 1);
    if (found !== hash) return { sequence, reasonCode: 'not_as_committed' };
  }
  return undefined;
};
