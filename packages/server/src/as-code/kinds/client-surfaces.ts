import { type ClientSurface, etagOf } from '@govgate/client';
import type { Live, Plain, ResourceKind } from '../resource.js';
import { RESOURCE_SCHEMAS } from '../resource-schemas.js';
import { archivedRest, archivingCalls, IN_USE, isArchivedFor, statusOf } from './in-use.js';

const environmentsOf = ({ allowedEnvironmentIds }: Plain): string[] =>
  [...new Set(allowedEnvironmentIds as string[])].sort();

const content = (record: Plain): Plain => ({
  displayName: record.displayName,
  owner: record.owner,
  allowedEnvironmentIds: environmentsOf(record),
  authType: record.authType,
  clientType: record.clientType,
  discoverability: record.discoverability,
  configSnippet: { format: (record.configSnippet as Plain).format },
});

const normal = (record: Plain): Plain => ({
  clientSurfaceId: record.clientSurfaceId,
  ...content(record),
  status: IN_USE,
});

export const clientSurfaces: ResourceKind = {
  kind: 'client_surface',
  schema: RESOURCE_SCHEMAS.client_surface,
  idOf: (record) => String(record.clientSurfaceId),
  normal,
  references: ({ allowedEnvironmentIds }) =>
    (allowedEnvironmentIds as string[]).map((id, i) => ({
      kind: 'environment',
      id,
      path: ['allowedEnvironmentIds', i],
    })),
  async *live(client, { ids }) {
    const { environment_ids } = await client.readIdentity();
    const seen = new Set<string>();
    for (const environment_id of environment_ids)
      for await (const surface of client.listClientSurfaces.items({ environment_id, limit: 200 })) {
        const { clientSurfaceId: id } = surface;
        if (!ids.has(id) || seen.has(id)) continue;
        seen.add(id);
        yield liveOf(surface, environment_id);
        if (seen.size === ids.size) return;
      }
  },
  again: async (client, { id, facts }) => {
    const environment_id = String(facts.environment_id);
    const surface = await client.readClientSurface({ client_surface_id: id, environment_id });
    return { ...liveOf(surface, environment_id), etag: etagOf(surface) ?? null };
  },
  fixed: (_, fields) => isArchivedFor(fields),
  create: (record) => [
    {
      action: 'create',
      operation: 'createClientSurface',
      input: {
        environment_id: place(record).environment_id,
        body: { clientSurfaceId: record.clientSurfaceId, ...content(record), reasonCode: 'gitops' },
      },
    },
  ],
  update: (record, live) => [
    {
      action: 'update',
      operation: 'updateClientSurface',
      input: {
        client_surface_id: record.clientSurfaceId,
        environment_id: live.facts.environment_id,
        body: { ...content(record), reasonCode: 'gitops' },
      },
    },
  ],
  remove: (live) =>
    archivingCalls(live, 'ClientSurface', {
      client_surface_id: live.id,
      environment_id: live.facts.environment_id,
      body: { reasonCode: 'gitops' },
    }),
  rests: archivedRest,
};

const liveOf = (surface: ClientSurface, environment_id: string): Live => ({
  id: surface.clientSurfaceId,
  record: { ...normal({ ...surface }), status: statusOfSurface(surface) },
  etag: null,
  facts: { lifecycle: surface.lifecycleState, environment_id },
});

const statusOfSurface = ({ lifecycleState, approvalState }: ClientSurface): string =>
  approvalState === 'revoked' ? 'archived' : statusOf(lifecycleState);

// A surface belongs to the tenant; calls about it name one of its environments.
const place = (record: Plain): Plain => ({
  client_surface_id: record.clientSurfaceId,
  environment_id: environmentsOf(record)[0],
});
