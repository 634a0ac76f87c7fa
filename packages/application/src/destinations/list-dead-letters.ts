import type { DeadLetter } from '@govgate/domain';
import { deadLetterKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { countedPage } from '../paging/counted-page.js';
import { type Latest, type LatestInput, latestOfDestination } from './latest-of-destination.js';

/** Events a destination rejected individually, by id: their contents stay in the trail. */
export const makeListDeadLetters = ({
  records,
}: Pick<Ports, 'records'>): UseCase<LatestInput, Latest<DeadLetter>> =>
  latestOfDestination(records, ({ scope, ...query }) =>
    countedPage(records, deadLetterKind, scope, { ...query, order: { by: 'sequence', direction: 'desc' } }),
  );
