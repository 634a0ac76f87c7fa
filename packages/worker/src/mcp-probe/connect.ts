import { isJsonObject, type JsonObject, type RpcResponse } from './json-rpc.js';
import type { McpChannel, McpMessage, McpReply } from './mcp-channel.js';
import {
  type ClientIdentity,
  clientInfoOf,
  LEGACY_VERSION,
  LEGACY_VERSIONS,
  METHOD_HEADER,
  MODERN_VERSION,
  modernMeta,
  SESSION_HEADER,
  VERSION_HEADER,
} from './protocol.js';
import { failureOfReply, type ProbeFailure, resultOfReply } from './reply-outcome.js';

/** A server with which a protocol revision was negotiated. */
export interface McpConnection {
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  /** The server's instructions to the model. */
  readonly instructions: string | undefined;
  readonly request: (message: McpMessage) => Promise<McpReply>;
}

type Discovery = McpConnection | ProbeFailure | 'older';

const UNSUPPORTED_VERSION = -32_022;

/** Negotiates a revision with a server: discovery first, else the older handshake (docs/spec/mcp-servers.md). */
export const connect = async (
  channel: McpChannel,
  client: ClientIdentity,
): Promise<McpConnection | ProbeFailure> => {
  const found = await discover(channel, client);
  return found === 'older' ? handshake(channel, client, LEGACY_VERSION) : found;
};

/** The same for one revision: whatever the server settles on otherwise is a failure. */
export const connectBy = async (
  channel: McpChannel,
  client: ClientIdentity,
  version: string,
): Promise<McpConnection | ProbeFailure> => {
  const found =
    version === MODERN_VERSION ? await discover(channel, client) : await handshake(channel, client, version);
  if (found === 'older') return 'handshake_invalid';
  return typeof found === 'string' || found.protocolVersion === version ? found : 'handshake_invalid';
};

const requestModern =
  (channel: McpChannel, client: ClientIdentity): McpConnection['request'] =>
  (message) =>
    channel.request({
      ...message,
      params: { ...message.params, _meta: modernMeta(client) },
      headers: { [VERSION_HEADER]: MODERN_VERSION, [METHOD_HEADER]: message.method },
    });

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const isOlder = (version: string): boolean => LEGACY_VERSIONS.includes(version);

const discovered = (
  response: RpcResponse | undefined,
  channel: McpChannel,
  client: ClientIdentity,
): Discovery => {
  if (response?.kind === 'error') {
    if (response.code !== UNSUPPORTED_VERSION) return 'older';
    const supported = isJsonObject(response.data) ? strings(response.data.supported) : [];
    return supported.length > 0 && !supported.some(isOlder) ? 'handshake_invalid' : 'older';
  }
  const result = response?.result;
  const versions = strings(result?.supportedVersions);
  const { capabilities, resultType = 'complete' } = result ?? {};
  if (!isJsonObject(capabilities) || resultType !== 'complete' || versions.length === 0) return 'older';
  if (versions.includes(MODERN_VERSION))
    return {
      protocolVersion: MODERN_VERSION,
      capabilities,
      instructions: instructionsIn(result),
      request: requestModern(channel, client),
    };
  return versions.some(isOlder) ? 'older' : 'handshake_invalid';
};

// Outcomes that make the older handshake pointless: no way to the server, or an answer that asks for a credential.
const isFinal = (reply: McpReply): boolean =>
  reply.answered ? reply.status === 401 || reply.status === 403 : reply.failure !== 'timeout';

const discover = async (channel: McpChannel, client: ClientIdentity): Promise<Discovery> => {
  const reply = await requestModern(
    channel,
    client,
  )({
    method: 'server/discover',
    mayGoUnanswered: true,
  });
  if (isFinal(reply)) return failureOfReply(reply) ?? 'handshake_invalid';
  return discovered(reply.answered ? reply.response : undefined, channel, client);
};

const instructionsIn = (result: JsonObject | undefined): string | undefined =>
  typeof result?.instructions === 'string' ? result.instructions : undefined;

const settleVersion = (initialized: JsonObject): string | undefined => {
  const { protocolVersion, capabilities, serverInfo } = initialized;
  const settled = typeof protocolVersion === 'string' && isOlder(protocolVersion);
  return settled && isJsonObject(capabilities) && isJsonObject(serverInfo) ? protocolVersion : undefined;
};

const sessionHeader = (reply: McpReply): Readonly<Record<string, string>> =>
  reply.answered && reply.sessionId !== undefined ? { [SESSION_HEADER]: reply.sessionId } : {};

const handshake = async (
  channel: McpChannel,
  client: ClientIdentity,
  version: string,
): Promise<McpConnection | ProbeFailure> => {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: clientInfoOf(client) };
  const reply = await channel.request({ method: 'initialize', params });
  const result = resultOfReply(reply);
  if (typeof result === 'string') return result;
  const protocolVersion = settleVersion(result);
  if (protocolVersion === undefined) return 'handshake_invalid';
  const headers = { [VERSION_HEADER]: protocolVersion, ...sessionHeader(reply) };
  const failure = failureOfReply(await channel.notify({ method: 'notifications/initialized', headers }));
  if (failure !== undefined) return failure;
  const request: McpConnection['request'] = (message) => channel.request({ ...message, headers });
  return {
    protocolVersion,
    capabilities: isJsonObject(result.capabilities) ? result.capabilities : {},
    instructions: instructionsIn(result),
    request,
  };
};
