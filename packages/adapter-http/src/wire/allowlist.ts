import type { ApprovedServers } from '@govgate/application';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
import { JsonObject } from './json-value.js';

/** An allow-list as its product reads it. */
export const AllowlistAnswer = described(verbatim(JsonObject), 'The file, as the product reads it.');

export const ALLOWLIST_FORMATS = ['claude-code', 'copilot', 'cursor', 'vscode'] as const;
export type AllowlistFormat = (typeof ALLOWLIST_FORMATS)[number];

export const AllowlistParams = v.object({
  format: described(v.picklist(ALLOWLIST_FORMATS), 'Whose allow-list it is.', 'claude-code'),
});

/** The file of each product; docs/how-to/allowlists.md says where it belongs and what the product makes of it. */
export const allowlistOf: Readonly<
  Record<AllowlistFormat, (approved: ApprovedServers, registryUrl: string) => object>
> = {
  'claude-code': (approved) => ({ allowManagedMcpServersOnly: true, allowedMcpServers: urlsOf(approved) }),
  copilot: (approved) => ({ allowedMcpServers: urlsOf(approved) }),
  cursor: ({ entries }) => ({
    mcpAllowlist: entries.flatMap(({ serverId, tools }) => tools.map((tool) => `${serverId}:${tool}`)),
  }),
  vscode: (_, registryUrl) => ({
    'chat.mcp.access': 'registry',
    'chat.mcp.gallery.serviceUrl': registryUrl,
  }),
};

// A server without an address cannot be named by it.
const urlsOf = ({ entries }: ApprovedServers) =>
  entries.flatMap(({ url }) => (url === undefined ? [] : [{ serverUrl: url }]));
