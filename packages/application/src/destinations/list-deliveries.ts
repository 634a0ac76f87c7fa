import { type DeadLetter, type ExportDelivery, ok } from '@govgate/domain';
import { deadLetterKind, exportDeliveryKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type DestinationRef, wantedDestination } from './load-destination.js';

export interface LatestInput extends DestinationRef {
  readonly limit: number;
}

/** The latest entries of a destination, newest first, and how many there are. */
export interface Latest<T> {
  readonly schemaVersion: '1.0';
  readonly items: readonly T[];
  readonly page: { readonly limit: number; readonly totalCount: number };
}

type Deps = Pick<Ports, 'records'>;

/** The latest attempts to deliver, without contents. */
export const makeListDeliveries =
  ({ records }: Deps): UseCase<LatestInput, Latest<ExportDelivery>> =>
  async (context, { limit, ...ref }) => {
    const loaded = await loadRecord(records, context, wantedDestination(ref, 'siem_webhook.read'));
    if (!loaded.ok) return loaded;
    const { items, totalCount } = await records.page(exportDeliveryKind, ref.scope, {
      where: { is: { destinationId: ref.destinationId } },
      order: { by: 'attempt', direction: 'desc' },
      limit,
    });
    return ok({
      schemaVersion: '1.0',
      items: items.map(({ record }) => record),
      page: { limit, totalCount },
    });
  };

/** The events that a destination refused for themselves, by their ids: their contents stay in the trail. */
export const makeListDeadLetters =
  ({ records }: Deps): UseCase<LatestInput, Latest<DeadLetter>> =>
  async (context, { limit, ...ref }) => {
    const loaded = await loadRecord(records, context, wantedDestination(ref, 'siem_webhook.read'));
    if (!loaded.ok) return loaded;
    const { items, totalCount } = await records.page(deadLetterKind, ref.scope, {
      where: { is: { destinationId: ref.destinationId } },
      order: { by: 'sequence', direction: 'desc' },
      limit,
    });
    return ok({
      schemaVersion: '1.0',
      items: items.map(({ record }) => record),
      page: { limit, totalCount },
    });
  };
