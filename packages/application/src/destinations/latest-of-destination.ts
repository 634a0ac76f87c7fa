import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import type { CountedPage } from '../paging/counted-page.js';
import { type DestinationRef, destinationAccess } from './load-destination.js';

export interface LatestInput extends DestinationRef {
  readonly limit: number;
}

/** The latest entries of a destination, newest first, and how many there are. */
export interface Latest<T> {
  readonly schemaVersion: '1.0';
  readonly items: readonly T[];
  readonly page: { readonly limit: number; readonly totalCount: number };
}

interface OfDestination {
  readonly scope: DestinationRef['scope'];
  readonly where: { readonly is: { readonly destinationId: string } };
  readonly limit: number;
}

/** Lists the latest of what is kept about a destination, for callers who may read it. */
export const latestOfDestination =
  <T>(
    records: Ports['records'],
    pageOf: (request: OfDestination) => Promise<CountedPage<T>>,
  ): UseCase<LatestInput, Latest<T>> =>
  async (context, { limit, ...ref }) => {
    const loaded = await loadRecord(records, context, destinationAccess(ref, 'siem_webhook.read'));
    if (!loaded.ok) return loaded;
    const where = { is: { destinationId: ref.destinationId } };
    const { items, totalCount } = await pageOf({ scope: ref.scope, where, limit });
    return ok({
      schemaVersion: '1.0',
      items: items.map(({ record }) => record),
      page: { limit, totalCount },
    });
  };
