import type { ResourceKind } from '../resource.js';
import { RESOURCE_SCHEMAS } from '../resource-schemas.js';

export const environments: ResourceKind = {
  kind: 'environment',
  schema: RESOURCE_SCHEMAS.environment,
  idOf: (record) => String(record.environment_id),
  normal: ({ environment_id }) => ({ environment_id }),
  async *live(client) {
    for await (const { environment_id } of client.listEnvironments.items({ limit: 200 }))
      yield { id: environment_id, record: { environment_id }, etag: null, facts: {} };
  },
  fixed: () => undefined,
  create: ({ environment_id }) => [
    {
      action: 'create',
      operation: 'createEnvironment',
      input: { body: { environment_id, reason_code: 'gitops' } },
    },
  ],
  update: () => [],
};
