import { type GovgateClient, GovgateError } from '@govgate/client';
import { type ManifestReference, manifestReferences, type ReferenceKind } from '@govgate/domain';
import { type ExistingRecords, judgingReferences, runToEnd } from '@govgate/domain/internal';
import type { Plan } from './make-plan.js';
import type { Plain } from './resource.js';

/** Servers whose tools are read: each costs a call. */
const MOST_SERVERS = 20;

const PAGE = { limit: 200 };

/** What a policy refers to and what is neither in the service nor made by the plan, in words. */
export const referenceWarnings = async (
  client: GovgateClient,
  { changes }: Plan,
  policy: Plain,
): Promise<readonly string[]> => {
  const references = [...manifestReferences(policy.body)];
  const environment_id = String(policy.environment_id);
  const made = (kind: string): readonly string[] =>
    changes.flatMap((change) => (change.kind === kind && change.after !== null ? [change.id] : []));
  const kinds = KINDS.filter((kind) => references.some((one) => one.kind === kind));
  const ids = await Promise.all(
    kinds.map(async (kind) => {
      const there = await readable(() => listed(LISTS[kind](client, environment_id)));
      return there === undefined ? [] : [[kind, new Set([...there, ...made(kind)])] as const];
    }),
  );
  const existing: ExistingRecords = {
    ids: new Map<ReferenceKind, ReadonlySet<string>>(ids.flat()),
    tools: await toolsOf(client, environment_id, references),
  };
  return runToEnd(judgingReferences(references, existing)).map(({ kind, id, path, nearest }) => {
    const advice = nearest === null ? '' : ` Did you mean ${nearest}?`;
    return `warning: ${path}: there is no ${kind.replace('_', ' ')} ${id}.${advice}`;
  });
};

type Lists = Readonly<
  Record<
    Exclude<ReferenceKind, 'tool' | 'api_source' | 'operation'>,
    (client: GovgateClient, environment_id: string) => AsyncIterable<string>
  >
>;

const LISTS: Lists = {
  async *agent(client, environment_id) {
    for await (const { agent_id } of client.listAgents.items({ environment_id, ...PAGE })) yield agent_id;
  },
  async *client_surface(client, environment_id) {
    for await (const { clientSurfaceId } of client.listClientSurfaces.items({ environment_id, ...PAGE }))
      yield clientSurfaceId;
  },
  async *group(client) {
    for await (const { group_id } of client.listGroups.items(PAGE)) yield group_id;
  },
  async *user(client) {
    for await (const { user_id } of client.listUsers.items(PAGE)) yield user_id;
  },
  async *mcp_server(client, environment_id) {
    for await (const { server_id } of client.listMcpServers.items({ environment_id, ...PAGE }))
      yield server_id;
  },
};

const KINDS = Object.keys(LISTS) as (keyof Lists)[];

/** The approved tools of the servers that rules name; of a rule that names none, nothing is reported. */
const toolsOf = async (
  client: GovgateClient,
  environment_id: string,
  references: readonly ManifestReference[],
): Promise<ExistingRecords['tools']> => {
  const tools = references.filter(({ kind }) => kind === 'tool');
  const open = tools.some(({ serverIds }) => serverIds?.every((id) => !id.endsWith('*')) !== true);
  const named = [...new Set(tools.flatMap(({ serverIds }) => serverIds ?? []))];
  if (open || named.length > MOST_SERVERS) return new Map();
  const found = await Promise.all(
    named.map(async (server_id) => {
      const server = await readable(() => client.readMcpServer({ environment_id, server_id }));
      const names = server?.manifest?.tools.map(({ tool_id }) => tool_id);
      return names === undefined ? [] : [[server_id, new Set(names)] as const];
    }),
  );
  return new Map(found.flat());
};

const listed = async (ids: AsyncIterable<string>): Promise<readonly string[]> => {
  const all: string[] = [];
  for await (const id of ids) all.push(id);
  return all;
};

/** Undefined: the caller may not read it, or it is not there, so nothing is reported of it. */
const readable = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (fault) {
    if (fault instanceof GovgateError && (fault.status === 403 || fault.status === 404)) return undefined;
    throw fault;
  }
};
