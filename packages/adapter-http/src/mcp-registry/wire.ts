import type { RegistryEntry } from '@govgate/application';
import type { ServerJson, ServerJsonPackage, ServerJsonRemote } from '@govgate/domain/internal';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import { Id, InstantField, PageToken, textOf } from '../wire/fields.js';
import { ANSWERED_SCHEMA } from '../wire/server-json.js';
import { serverName } from './server-name.js';

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

/** A server as the MCP registry API answers it: its `server.json`, and what the registry says of it. */
const ServerAnswer = v.object({
  server: v.object({
    $schema: v.literal(ANSWERED_SCHEMA),
    name: v.string(),
    title: v.string(),
    description: v.string(),
    version: v.string(),
    websiteUrl: v.string(),
    repository: v.optional(v.custom<ServerJson['repository']>(() => true)),
    packages: v.optional(v.array(v.custom<ServerJsonPackage>(() => true))),
    remotes: v.optional(v.array(v.custom<ServerJsonRemote>(() => true))),
  }),
  _meta: v.object({
    [OFFICIAL]: v.object({
      status: v.picklist(['active', 'deprecated']),
      publishedAt: v.string(),
      updatedAt: v.string(),
      isLatest: v.literal(true),
    }),
  }),
});

export const RegistryServerAnswer = verbatim(ServerAnswer);

export const RegistryServersAnswer = verbatim(
  v.object({
    servers: v.array(ServerAnswer),
    metadata: v.object({ count: v.number(), nextCursor: v.optional(v.string()) }),
  }),
);

export const RegistryParams = v.object({ tenant_id: Id, environment_id: Id });

/** A name has a slash, which stands percent-encoded in paths. */
export const RegistryServerParams = v.object({
  ...RegistryParams.entries,
  server_name: textOf(1, 300),
});

export const RegistryVersionParams = v.object({
  ...RegistryServerParams.entries,
  version: textOf(1, 256),
});

/** Parameters that are not named here, such as `include_deleted`, are passed over: nothing here is kept after it is deleted. */
export const RegistryQuery = v.object({
  cursor: v.optional(PageToken),
  limit: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/))),
  search: v.optional(textOf(1, 128)),
  updated_since: v.optional(InstantField),
  version: v.optional(textOf(1, 256)),
});

/** The other parameters of the API are passed over, too. */
export const OtherQuery = v.object({});

/** As other registries have it. */
export const DEFAULT_LIMIT = 30;
export const MOST_LIMIT = 100;

/** What the schema of server.json allows. */
const LONGEST_TEXT = 100;

export const serverAnswer = (entry: RegistryEntry): v.InferOutput<typeof ServerAnswer> => ({
  server: {
    $schema: ANSWERED_SCHEMA,
    name: entry.serverJson?.name ?? serverName(entry.tenantId, entry.serverId),
    title: shortened(entry.title),
    description:
      entry.serverJson?.description ??
      shortened(`${entry.tools.length} approved tools: ${entry.tools.join(', ')}`),
    version: entry.version,
    websiteUrl: entry.docsUrl,
    ...(entry.serverJson?.repository && { repository: entry.serverJson.repository }),
    ...(entry.packages.length === 0 ? {} : { packages: [...entry.packages] }),
    ...(entry.remote === undefined ? {} : { remotes: [entry.remote] }),
  },
  _meta: {
    [OFFICIAL]: {
      status: entry.status,
      publishedAt: entry.publishedAt,
      updatedAt: entry.updatedAt,
      isLatest: true,
    },
  },
});

const shortened = (text: string): string => {
  const points = [...text];
  return points.length <= LONGEST_TEXT ? text : `${points.slice(0, LONGEST_TEXT - 1).join('')}…`;
};
