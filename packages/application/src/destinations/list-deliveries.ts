import type { ExportDelivery } from '@govgate/domain';
import { exportDeliveryKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { countedPage } from '../paging/counted-page.js';
import { type Latest, type LatestInput, latestOfDestination } from './latest-of-destination.js';

/** The latest delivery attempts, without contents. */
export const makeListDeliveries = ({
  records,
}: Pick<Ports, 'records'>): UseCase<LatestInput, Latest<ExportDelivery>> =>
  latestOfDestination(records, ({ scope, ...query }) =>
    countedPage(records, exportDeliveryKind, scope, {
      ...query,
      order: { by: 'attempt', direction: 'desc' },
    }),
  );
