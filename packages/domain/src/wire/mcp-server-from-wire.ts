import {
  DEFINITION_SETTINGS,
  type DefinitionSetting,
  type GovernedTool,
} from '../mcp-server/governed-tool.js';
import { REGISTRATION_STATUSES, TOOL_GATEWAY_STATUSES } from '../mcp-server/manifest.js';
import { RISK_TIERS } from '../policy/manifest.js';
import type { Scope } from '../scope.js';
import {
  type Read,
  readAnswer,
  readId,
  readList,
  readMember,
  readName,
  readNullable,
  readObject,
  readWord,
} from './read-wire.js';

/** What a gateway enforces of a registered MCP server. */
export interface GovernedServer extends Scope {
  readonly serverId: string;
  /** Whether anything of it may be used: active, or deprecated. */
  readonly inUse: boolean;
  /** The approved tools; none before the first approval. Any other tool must not be called. */
  readonly tools: readonly GovernedTool[];
}

/**
 * Reads an answer of `GET /v1/mcp-servers/{server_id}` (docs/spec/mcp-servers.md#submissions; docs/spec/mcp-servers.md): which tools may be called at all and
 * how risky each is, before any policy is asked.
 * @throws TypeError for anything that is no such answer, including a status unknown to this version and two tools of one name; the gateway
 * then has no such server, and none of it may be called.
 * @public Gateways call it.
 */
export const mcpServerFromWire = (answer: unknown): GovernedServer => {
  const server = readAnswer(answer, 'server');
  const member = <T>(name: string, read: Read<T>): T => readMember(server, name, read, 'server');
  const status = member('registration_status', readWord(REGISTRATION_STATUSES));
  const manifest = member('manifest', readNullable(readObject));
  // An answer of a service that has no such setting.
  const definitions = Object.hasOwn(server, 'definitions')
    ? member('definitions', readWord(DEFINITION_SETTINGS))
    : 'offered';
  const inUse = status === 'active' || status === 'deprecated';
  const tools =
    manifest === null
      ? []
      : readMember(manifest, 'tools', readList(toolReader(inUse, definitions)), 'server.manifest');
  if (new Set(tools.map(({ name }) => name)).size < tools.length)
    throw new TypeError('two tools have one name: look at server.manifest.tools');
  return {
    tenantId: member('tenant_id', readId),
    environmentId: member('environment_id', readId),
    serverId: member('server_id', readId),
    inUse,
    tools,
  };
};

const toolReader =
  (inUse: boolean, definitions: DefinitionSetting): Read<GovernedTool> =>
  (value, at) => {
    const tool = readObject(value, at);
    const status = readMember(tool, 'gateway_status', readWord(TOOL_GATEWAY_STATUSES), at);
    return {
      toolId: readMember(tool, 'tool_id', readName, at),
      name: readMember(tool, 'name', readName, at),
      riskTier: readMember(tool, 'risk_tier', readWord(RISK_TIERS), at),
      callable: inUse && status === 'approved',
      definitionHash: Object.hasOwn(tool, 'definition_hash')
        ? readMember(tool, 'definition_hash', readId, at)
        : null,
      definitions,
    };
  };
