import { isUtf8 } from 'node:buffer';
import { CHECKED_NAMES } from '@govgate/application';
import { ok, refuse } from '@govgate/domain';
import type { McpRequest } from './messages.js';
import {
  type CheckReader,
  type ExtensionHeaders,
  onlyOne,
  readExtensions,
  readGateway,
} from './read-check.js';

const FIELD = 'metadata_context';

/**
 * Makes a call of the check by status out of a request of agentgateway's ExtMcp. Who asks is what the gateway's configuration says; headers
 * of the client are not read (docs/spec/authzen.md#extmcp).
 */
export const readMcpRequest: CheckReader<McpRequest> = (request, metadata, checkHeaders) => {
  const fields = request.metadataContext?.fields ?? {};
  const ours = Object.entries(fields).filter(([name]) => name.startsWith('govgate_'));
  if (ours.some(([, { stringValue }]) => stringValue === undefined)) return refuse('invalid_request', FIELD);
  const texts = Object.fromEntries(ours.map(([name, { stringValue = '' }]) => [name, stringValue]));
  const extensionHeaders = readExtensions(texts, FIELD);
  if (!extensionHeaders.ok) return extensionHeaders;
  const gateway = readGateway(extensionHeaders.value, metadata);
  if (!gateway.ok) return gateway;
  const body = messageOf(request);
  if (body === undefined) return refuse('invalid_request', 'mcp_request');
  const named: Partial<Record<string, string>> = {
    ...Object.fromEntries(extensionHeaders.value),
    server: serverOf(request, extensionHeaders.value),
  };
  const stated = CHECKED_NAMES.map((name) => [checkHeaders[name].toLowerCase(), named[name] ?? '']);
  const { path, authorization } = gateway.value;
  const headers = { 'content-type': 'application/json', ...Object.fromEntries(stated), ...authorization };
  return ok({ path, headers, body });
};

// A message to several servers lists what they have; any other is denied, as it names none.
const serverOf = ({ serviceNames }: McpRequest, extensionHeaders: ExtensionHeaders): string => {
  const only = onlyOne(serviceNames);
  return only === undefined ? '' : (extensionHeaders.get('server') ?? only);
};

/** The message, of which the gateway sends the `params` alone. */
const messageOf = ({ method, mcpRequest }: McpRequest): Uint8Array | undefined => {
  if (!isUtf8(mcpRequest)) return undefined;
  const params = Buffer.from(mcpRequest).toString();
  if (params !== '' && !isJson(params)) return undefined;
  const rest = params === '' ? '' : `,"params":${params}`;
  return Buffer.from(`{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)}${rest}}`);
};

// Anything else could end the message early, and begin another.
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
