import type { DefinitionSetting } from '../mcp-server/governed-tool.js';
import type { Scope } from '../scope.js';

/** Settings of one environment (docs/spec/identity.md#tenants-and-environments). */
export interface EnvironmentSettings extends Scope {
  /** Null: it is called by its id. */
  readonly displayName: string | null;
  /** The catalogue of approved MCP servers; null: none. */
  readonly registry: RegistrySettings | null;
  readonly definitions: DefinitionSetting;
  /** Null: 12 hours. */
  readonly console: { readonly sessionHours: number } | null;
  readonly sessions: { readonly endOnLogout: boolean };
}

export interface RegistrySettings {
  readonly enabled: boolean;
  /** Readable without a token. */
  readonly public: boolean;
  /** Where the environment's MCP servers are reached. */
  readonly gatewayUrl?: string | undefined;
}

/** What a change sets; what is undefined stays. */
export type EnvironmentPatch = {
  readonly [K in Exclude<keyof EnvironmentSettings, keyof Scope>]?: EnvironmentSettings[K] | undefined;
};

/** What holds in an environment that nobody has configured. */
export const defaultSettings = ({ tenantId, environmentId }: Scope): EnvironmentSettings => ({
  tenantId,
  environmentId,
  displayName: null,
  registry: null,
  definitions: 'offered',
  console: null,
  sessions: { endOnLogout: false },
});
