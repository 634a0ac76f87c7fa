import type { Api, Permission } from '../state/api.js';
import type { Values } from './fields.js';

/** Records of which a field wants the id. `subject` and `source` depend on what the form's other fields say. */
export type Pick =
  | 'user'
  | 'group'
  | 'service_account'
  | 'mcp_server'
  | 'tool'
  | 'agent'
  | 'client_surface'
  | 'subject'
  | 'source';

/** A record to choose. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

type FindChoices = (
  client: Api['client'],
  request: { readonly q: string | undefined; readonly server: string },
  options: { readonly signal: AbortSignal },
) => Promise<readonly Choice[]>;

interface Pickable {
  readonly permission: Permission;
  readonly find: FindChoices;
}

const MOST = 8;

const PICKABLE: Readonly<Record<Exclude<Pick, 'subject' | 'source'>, Pickable>> = {
  user: {
    permission: 'local_identity.read',
    find: async (client, { q }, options) =>
      (await client.listUsers({ q, limit: MOST }, options)).items.map((one) => ({
        id: one.user_id,
        name: one.display_name,
      })),
  },
  group: {
    permission: 'local_identity.read',
    find: async (client, { q }, options) =>
      (await client.listGroups({ q, limit: MOST }, options)).items.map((one) => ({
        id: one.group_id,
        name: one.display_name,
      })),
  },
  service_account: {
    permission: 'local_identity.read',
    find: async (client, { q }, options) =>
      (await client.listServiceAccounts({ q, limit: MOST }, options)).items.map((one) => ({
        id: one.service_account_id,
        name: one.display_name,
      })),
  },
  mcp_server: {
    permission: 'mcp_server.read',
    find: async (client, { q }, options) =>
      (await client.listMcpServers({ q, limit: MOST }, options)).items.map((one) => ({
        id: one.server_id,
        name: one.name,
      })),
  },
  // The tools of the server that the form names.
  tool: {
    permission: 'mcp_server.read',
    find: async (client, { q = '', server }, options) => {
      if (server === '') return [];
      const { manifest } = await client.readMcpServer({ server_id: server }, options);
      return (manifest?.tools ?? [])
        .filter((one) => `${one.tool_id} ${one.name}`.toLowerCase().includes(q.toLowerCase()))
        .slice(0, MOST)
        .map((one) => ({ id: one.tool_id, name: one.name }));
    },
  },
  agent: {
    permission: 'agent.read',
    find: async (client, { q }, options) =>
      (await client.listAgents({ q, limit: MOST }, options)).items.map((one) => ({
        id: one.agent_id,
        name: one.name,
      })),
  },
  client_surface: {
    permission: 'client_surface.read',
    find: async (client, { q }, options) =>
      (await client.listClientSurfaces({ q, limit: MOST }, options)).items.map((one) => ({
        id: one.clientSurfaceId,
        name: one.displayName,
      })),
  },
};

/** What a field's records are found by; undefined where the caller may not list them, or the form names none. */
export const pickableFor = (pick: Pick, values: Values, { may }: Api): Pickable | undefined => {
  const named = pick === 'subject' ? values.subject_type : pick === 'source' ? values.source_type : pick;
  const found = Object.entries(PICKABLE).find(([kind]) => kind === named)?.[1];
  return found !== undefined && may(found.permission) ? found : undefined;
};
