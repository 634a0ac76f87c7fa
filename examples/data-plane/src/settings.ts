import { readFileSync } from 'node:fs';

/** Whom a client's token stands for. A real gateway learns it from its identity provider; this one from its settings. */
export interface Caller {
  readonly token_sha256: string;
  readonly user_id: string;
  readonly agent_id?: string;
  readonly client_surface_id?: string;
  readonly groups?: readonly string[];
  readonly credential_binding_ids?: readonly string[];
}

/** Where an MCP server is: its Streamable HTTP address, or the command that speaks over its standard input and output. */
export type ServerPlace =
  | string
  | { readonly command: readonly [string, ...string[]]; readonly env?: Readonly<Record<string, string>> };

/** What the gateway is told by its file; the token that it calls govgate with is in GOVGATE_TOKEN. */
export interface Settings {
  readonly port: number;
  /** How clients reach it, where that is not the loopback interface: `https://mcp.example.com`. */
  readonly public_url?: string;
  /** Origins of web pages that may call it; none unless told otherwise. */
  readonly allowed_origins: readonly string[];
  /** Who gives clients their tokens, for those that ask (RFC 9728). */
  readonly authorization_servers: readonly string[];
  readonly govgate_url: string;
  readonly tenant_id: string;
  readonly environment_id: string;
  /** Of this process alone: when it starts, it ends the sessions that an earlier one left. */
  readonly data_plane_id: string;
  /** The MCP servers behind the gateway, by their `server_id` in govgate. */
  readonly servers: Readonly<Record<string, ServerPlace>>;
  readonly callers: readonly Caller[];
  /** How long a call waits for its approval before the client is told to ask again. */
  readonly approval_wait_seconds: number;
}

const TEXTS = ['govgate_url', 'tenant_id', 'environment_id', 'data_plane_id'] as const;

/** Reads the settings file. What is missing in it ends the start, not the first call. */
export const readSettings = (file: string): Settings => {
  const named = JSON.parse(readFileSync(file, 'utf8')) as Partial<Settings>;
  const settings = {
    port: 8090,
    allowed_origins: [],
    authorization_servers: [],
    approval_wait_seconds: 45,
    ...named,
  } as Settings;
  for (const name of TEXTS)
    if (typeof settings[name] !== 'string') throw new Error(`the settings have no ${name}`);
  if (settings.data_plane_id.length > 80) throw new Error('data_plane_id has 80 characters at most');
  if (Object.keys(settings.servers ?? {}).length === 0 || !Array.isArray(settings.callers))
    throw new Error('the settings have no servers or no callers');
  return settings;
};
