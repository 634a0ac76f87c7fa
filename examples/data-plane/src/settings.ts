import { readFileSync } from 'node:fs';
import { MAX_FEED_AGE_SECONDS } from '@govgate/domain';

/** Whom a client's token stands for. A real gateway learns it from its identity provider; this one from its settings. */
export interface Caller {
  readonly token_sha256: string;
  readonly user_id: string;
  readonly agent_id?: string;
  readonly client_surface_id?: string;
  readonly groups?: readonly string[];
  readonly credential_binding_ids?: readonly string[];
}

/** What the gateway is told by its file; the token that it calls govgate with is in GOVGATE_TOKEN. */
export interface Settings {
  readonly port: number;
  readonly govgate_url: string;
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly data_plane_id: string;
  /** The MCP servers behind the gateway: `server_id` in govgate, and where each listens. */
  readonly servers: Readonly<Record<string, string>>;
  readonly callers: readonly Caller[];
  /** How old what govgate said may be before every call is denied; 30 at most, and unless told otherwise. */
  readonly max_age_seconds: number;
  /** How long a call waits for its approval before the client is told to ask again. */
  readonly approval_wait_seconds: number;
}

const TEXTS = ['govgate_url', 'tenant_id', 'environment_id', 'data_plane_id'] as const;

/** Reads the settings file. What is missing in it ends the start, not the first call. */
export const readSettings = (file: string): Settings => {
  const named = JSON.parse(readFileSync(file, 'utf8')) as Partial<Settings>;
  const settings = {
    port: 8090,
    max_age_seconds: MAX_FEED_AGE_SECONDS,
    approval_wait_seconds: 45,
    ...named,
  } as Settings;
  for (const name of TEXTS)
    if (typeof settings[name] !== 'string') throw new Error(`the settings have no ${name}`);
  if (!(settings.max_age_seconds > 0 && settings.max_age_seconds <= MAX_FEED_AGE_SECONDS))
    throw new Error(`max_age_seconds is ${MAX_FEED_AGE_SECONDS} at most`);
  if (Object.keys(settings.servers ?? {}).length === 0 || !Array.isArray(settings.callers))
    throw new Error('the settings have no servers or no callers');
  return settings;
};
