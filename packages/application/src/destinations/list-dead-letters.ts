import type { DeadLetter } from '@govgate/domain';
import { deadLetterKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type Latest, type LatestInput, latestOfDestination } from './latest-of-destination.js';

/** The events that a destination refused for themselves, by their ids: their contents stay in the trail. */
export const makeListDeadLetters = ({
  records,
}: Pick<Ports, 'records'>): UseCase<LatestInput, Latest<DeadLetter>> =>
  latestOfDestination(records, ({ scope, ...query }) =>
    records.page(deadLetterKind, scope, { ...query, order: { by: 'sequence', direction: 'desc' } }),
  );
