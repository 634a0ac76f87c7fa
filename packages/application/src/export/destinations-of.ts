import type { Destination, Scope } from '@govgate/domain';
import { type After, destinationKind, tenantKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

const PAGE = 200;

/** Every destination of a tenant. */
export async function* destinationsOf(
  { records }: Pick<Ports, 'records'>,
  tenantId: string,
): AsyncGenerator<Destination> {
  const tenant = await records.get(tenantKind, { tenantId }, tenantId);
  for (const environmentId of tenant?.record.environments ?? [])
    yield* destinationsIn(records, { tenantId, environmentId });
}

async function* destinationsIn(records: Ports['records'], scope: Scope): AsyncGenerator<Destination> {
  for (let after: After | undefined; ; ) {
    const query = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const { items, more } = await records.page(destinationKind, scope, query);
    for (const { record } of items) yield record;
    const last = items.at(-1)?.record.destinationId;
    if (!more || last === undefined) return;
    after = { value: last, id: last };
  }
}
