import { type ApprovedServers, runCommand } from '@govgate/application';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
import { JsonSchemaObject } from './json-value.js';

/** An allow-list as its product reads it. */
export const AllowlistAnswer = described(verbatim(JsonSchemaObject), 'The file, as the product reads it.');

export const ALLOWLIST_FORMATS = ['claude-code', 'copilot', 'cursor', 'vscode'] as const;
export type AllowlistFormat = (typeof ALLOWLIST_FORMATS)[number];

export const AllowlistParams = v.object({
  format: described(v.picklist(ALLOWLIST_FORMATS), 'Whose allow-list it is.', 'claude-code'),
});

/** The file of each product; docs/how-to/allowlists.md says where it belongs and what the product makes of it. */
export const allowlistOf: Readonly<
  Record<AllowlistFormat, (approved: ApprovedServers, registryUrl: string) => object>
> = {
  'claude-code': (approved) => ({ allowManagedMcpServersOnly: true, allowedMcpServers: namedIn(approved) }),
  copilot: (approved) => ({ allowedMcpServers: namedIn(approved) }),
  cursor: ({ entries }) => ({
    mcpAllowlist: entries.flatMap(({ serverId, tools }) => tools.map((tool) => `${serverId}:${tool}`)),
  }),
  vscode: (_, registryUrl) => ({
    'chat.mcp.access': 'registry',
    'chat.mcp.gallery.serviceUrl': registryUrl,
  }),
};

// A server with neither an address nor a command cannot be named.
const namedIn = ({ entries }: ApprovedServers) => [
  ...entries.flatMap(({ remote }) => (remote === undefined ? [] : [{ serverUrl: remote.url }])),
  ...entries
    .flatMap(({ packages }) => packages.map(runCommand))
    .flatMap((serverCommand) => (serverCommand === undefined ? [] : [{ serverCommand }])),
];
