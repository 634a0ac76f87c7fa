import type { FoundFault } from '@govgate/domain';
import type { CommittedEvent } from '../call/committed-events.js';
import type { Ports } from '../call/ports.js';
import type { TrailCondition } from './trail-conditions.js';

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

/** The first of the others that is not there as it was committed. */
export const committedFault = async (
  { auditTrail }: Pick<Ports, 'auditTrail'>,
  tenantId: string,
  committed: readonly CommittedEvent[],
  upTo: number,
): Promise<FoundFault | undefined> => {
  for (const { sequence, hash } of committed.filter((event) => event.sequence <= upTo)) {
    const [found] = await auditTrail.hashes(tenantId, sequence, 1);
    if (found !== hash) return { sequence, reasonCode: 'not_as_committed' };
  }
  return undefined;
};
