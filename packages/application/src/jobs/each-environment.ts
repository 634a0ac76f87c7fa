import type { Scope } from '@govgate/domain';
import { type StopSignal, tenantKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** Every environment of every tenant, one after the other, until the process is asked to stop. */
export async function* eachEnvironment(
  { records }: Pick<Ports, 'records'>,
  stop: StopSignal,
): AsyncGenerator<Scope> {
  for await (const { record: tenant } of records.all(tenantKind))
    for (const environmentId of tenant.environments) {
      if (stop.aborted) return;
      yield { tenantId: tenant.tenantId, environmentId };
    }
}
