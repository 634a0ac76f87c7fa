import type { Scope } from '@govgate/domain';
import { tenantKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** Every environment of every tenant, for the worker's rounds. */
export async function* eachScope({ records }: Pick<Ports, 'records'>): AsyncGenerator<Scope> {
  for await (const { record } of records.all(tenantKind)) {
    for (const environmentId of record.environments) yield { tenantId: record.tenantId, environmentId };
  }
}
