import type { Json, LiveReading, ReadOutcome, ToolDefinition } from '@govgate/domain';
import type { McpConnection } from './connect.js';
import { isJsonObject, type JsonObject } from './json-rpc.js';
import { type ProbeFailure, resultOfReply } from './reply-outcome.js';

const MAX_PAGES = 100;
const MAX_ITEMS = 1_000;
const MAX_NAME = 128;
const MAX_CURSOR = 4_096;
/** Limit over all pages of a reading together, in bytes. */
const MAX_BYTES = 1_048_576;

/** Tracks how much a conversation may still transfer. */
interface Budget {
  bytes: number;
  pages: number;
}

type ReadPages = <T>(
  kind: 'tools' | 'prompts' | 'resources',
  read: (value: Json) => T | undefined,
) => Promise<readonly T[] | ReadFailed>;

type ReadFailed = ProbeFailure | 'limit_exceeded';

/** Reads a connected server's description of itself (decisions, section 16); a server that offers no tools has none. */
export const readServer = async (connection: McpConnection): Promise<ReadOutcome> => {
  const pages = pagesOf(connection);
  const tools = await pages('tools', toolOf);
  if (typeof tools === 'string') return { read: false, because: tools };
  if (new Set(tools.map(({ name }) => name)).size < tools.length)
    return { read: false, because: 'handshake_invalid' };
  const { instructions } = connection;
  // Tools count without prompts: a server must not prevent the reading of its tools by hiding its prompts.
  const named = { ...(await names(pages, 'prompts')), ...(await names(pages, 'resources')) };
  return {
    read: true,
    reading: { tools, ...(instructions === undefined ? {} : { instructions }), ...named },
  };
};

const names = async (
  pages: ReadPages,
  kind: 'prompts' | 'resources',
): Promise<Pick<LiveReading, 'prompts' | 'resources'>> => {
  const found = await pages(kind, nameOf);
  return typeof found === 'string' ? {} : { [kind]: found };
};

const nameOf = (value: Json): string | undefined =>
  isJsonObject(value) && isName(value.name) ? value.name : undefined;

const isName = (name: Json | undefined): name is string =>
  typeof name === 'string' && name !== '' && name.length <= MAX_NAME;

const toolOf = (value: Json): ToolDefinition | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { name, title, description, inputSchema, outputSchema, annotations } = value;
  if (!isName(name) || !isJsonObject(inputSchema)) return undefined;
  return {
    name,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema,
    ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
    ...(isJsonObject(annotations) ? { annotations } : {}),
  };
};

const pagesOf = (connection: McpConnection): ReadPages => {
  const budget: Budget = { bytes: MAX_BYTES, pages: MAX_PAGES };
  return async (kind, read) => {
    if (!isJsonObject(connection.capabilities[kind])) return [];
    const values: Json[] = [];
    for (let page: Page = { items: [], nextCursor: undefined }; ; ) {
      const next = await readPage(connection, { kind, cursor: page.nextCursor }, budget);
      if (typeof next === 'string') return next;
      page = next;
      values.push(...page.items);
      if (values.length > MAX_ITEMS || (page.nextCursor?.length ?? 0) > MAX_CURSOR) return 'limit_exceeded';
      if (page.nextCursor === undefined) return allKnown(values.map(read));
    }
  };
};

const allKnown = <T>(items: readonly (T | undefined)[]): readonly T[] | 'handshake_invalid' => {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : 'handshake_invalid';
};

interface Page {
  readonly items: readonly Json[];
  readonly nextCursor: string | undefined;
}

interface ListPlace {
  readonly kind: string;
  readonly cursor: string | undefined;
}

const readPage = async (
  connection: McpConnection,
  { kind, cursor }: ListPlace,
  budget: Budget,
): Promise<Page | ReadFailed> => {
  if (budget.pages === 0 || budget.bytes <= 0) return 'limit_exceeded';
  budget.pages -= 1;
  const reply = await connection.request({
    method: `${kind}/list`,
    params: cursor === undefined ? {} : { cursor },
    maxBodyBytes: budget.bytes,
  });
  if (reply.answered) budget.bytes -= reply.bytes;
  if (reply.answered && reply.oversized) return 'limit_exceeded';
  const result = resultOfReply(reply);
  return typeof result === 'string' ? result : (pageOf(result, kind) ?? 'handshake_invalid');
};

const pageOf = (result: JsonObject, kind: string): Page | undefined => {
  const { [kind]: items, nextCursor } = result;
  if (!Array.isArray(items)) return undefined;
  return { items, nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined };
};
