import type { Json, ToolAnnotations } from '@govgate/domain';
import type { ListedTool, ToolListing } from '@govgate/ports';
import type { McpConnection } from './connect.js';
import { isJsonObject, type JsonObject } from './json-rpc.js';
import { type ProbeFailure, resultOfReply } from './reply-outcome.js';

const MAX_PAGES = 50;
const MAX_TOOLS = 1_000;
const MAX_NAME = 128;
const MAX_CURSOR = 4_096;
const MAX_PAGE_BYTES = 1_048_576;
const MAX_BYTES = 4_194_304;

const HINTS = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const;

interface Page {
  readonly tools: readonly ListedTool[];
  readonly nextCursor: string | undefined;
}

/** Reads all tools of a connected server; a server that offers none has none. */
export const listTools = async (connection: McpConnection): Promise<ToolListing> => {
  const tools = isJsonObject(connection.capabilities.tools) ? await readPages(connection) : [];
  if (typeof tools === 'string') return { listed: false, because: tools };
  if (hasTwins(tools)) return { listed: false, because: 'handshake_invalid' };
  return { listed: true, tools, protocolVersion: connection.protocolVersion };
};

const annotationsOf = (value: Json | undefined): ToolAnnotations | undefined => {
  if (!isJsonObject(value)) return undefined;
  const hints = HINTS.flatMap((hint) => (typeof value[hint] === 'boolean' ? [[hint, value[hint]]] : []));
  return Object.fromEntries(hints);
};

const textField = (tool: JsonObject, key: 'title' | 'description'): Partial<ListedTool> => {
  const text = tool[key];
  return typeof text === 'string' ? { [key]: text } : {};
};

const toolOf = (value: Json): ListedTool | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { name, inputSchema } = value;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME || !isJsonObject(inputSchema))
    return undefined;
  const annotations = annotationsOf(value.annotations);
  return {
    name,
    ...textField(value, 'title'),
    ...textField(value, 'description'),
    inputSchema,
    ...(annotations === undefined ? {} : { annotations }),
  };
};

const pageOf = (result: JsonObject): Page | undefined => {
  if (!Array.isArray(result.tools)) return undefined;
  const tools = (result.tools as readonly Json[]).map(toolOf);
  const known = tools.filter((tool) => tool !== undefined);
  const { nextCursor } = result;
  if (known.length !== tools.length) return undefined;
  return { tools: known, nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined };
};

const readPage = async (
  connection: McpConnection,
  cursor: string | undefined,
): Promise<Page | ProbeFailure | 'limit_exceeded'> => {
  const reply = await connection.request({
    method: 'tools/list',
    params: cursor === undefined ? {} : { cursor },
    maxBodyBytes: MAX_PAGE_BYTES,
  });
  if (reply.answered && reply.oversized) return 'limit_exceeded';
  const result = resultOfReply(reply);
  return typeof result === 'string' ? result : (pageOf(result) ?? 'handshake_invalid');
};

const isTooMuch = (page: Page, tools: readonly ListedTool[], bytes: number): boolean =>
  tools.length > MAX_TOOLS || bytes > MAX_BYTES || (page.nextCursor?.length ?? 0) > MAX_CURSOR;

const readPages = async (
  connection: McpConnection,
): Promise<readonly ListedTool[] | ProbeFailure | 'limit_exceeded'> => {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  let bytes = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read = await readPage(connection, cursor);
    if (typeof read === 'string') return read;
    tools.push(...read.tools);
    bytes += JSON.stringify(read.tools).length;
    if (isTooMuch(read, tools, bytes)) return 'limit_exceeded';
    if (read.nextCursor === undefined) return tools;
    cursor = read.nextCursor;
  }
  return 'limit_exceeded';
};

const hasTwins = (tools: readonly ListedTool[]): boolean =>
  new Set(tools.map((tool) => tool.name)).size !== tools.length;
