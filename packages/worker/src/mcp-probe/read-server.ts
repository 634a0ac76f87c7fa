import type { ExactJson, ReadOutcome } from '@govgate/domain';
import { isWellFormed, type LiveReading } from '@govgate/domain/internal';
import type { McpConnection } from './connect.js';
import { isJsonObject, type JsonObject } from './json-rpc.js';
import { MODERN_VERSION } from './protocol.js';
import { readTools } from './read-tools.js';
import { type ProbeFailure, resultOfReply } from './reply-outcome.js';

const MAX_PAGES = 100;
const MAX_ITEMS = 1_000;
/** A resource's or a prompt's name. */
const MAX_NAME = 256;
const MAX_CURSOR = 4_096;
/** Limit over all pages of a reading together, in bytes. */
const MAX_BYTES = 1_048_576;

/** Tracks how much a conversation may still transfer. */
interface Budget {
  bytes: number;
  pages: number;
}

type ReadPages = (kind: 'tools' | 'prompts' | 'resources') => Promise<readonly ExactJson[] | ReadFailed>;

type ReadFailed = ProbeFailure | 'limit_exceeded';

/** Reads a connected server's description of itself (docs/spec/mcp-servers.md); a server that offers no tools has none. */
export const readServer = async (connection: McpConnection): Promise<ReadOutcome> => {
  const pages = pagesOf(connection);
  const listed = await pages('tools');
  if (typeof listed === 'string') return { read: false, because: listed };
  const { instructions } = connection;
  if (instructions !== undefined && !isPlain(instructions))
    return { read: false, because: 'handshake_invalid' };
  const { tools, unreadable } = readTools(listed);
  // Tools count without prompts: a server must not prevent the reading of its tools by hiding its prompts.
  const named = { ...(await names(pages, 'prompts')), ...(await names(pages, 'resources')) };
  return {
    read: true,
    reading: {
      tools,
      ...(unreadable.length === 0 ? {} : { unreadable }),
      ...(instructions === undefined ? {} : { instructions }),
      ...named,
    },
  };
};

const names = async (
  pages: ReadPages,
  kind: 'prompts' | 'resources',
): Promise<Pick<LiveReading, 'prompts' | 'resources'>> => {
  const found = await pages(kind);
  if (typeof found === 'string') return {};
  const read = found.map(nameOf).filter((name) => name !== undefined);
  return read.length === found.length ? { [kind]: read } : {};
};

const nameOf = (value: ExactJson): string | undefined =>
  isJsonObject(value) && isName(value.name) ? value.name : undefined;

const isName = (name: ExactJson | undefined): name is string =>
  typeof name === 'string' && name !== '' && name.length <= MAX_NAME && isPlain(name);

// Stores cut texts at a NUL, and a lone surrogate cannot be hashed.
const isPlain = (text: string): boolean => isWellFormed(text) && !text.includes('\0');

const pagesOf = (connection: McpConnection): ReadPages => {
  const budget: Budget = { bytes: MAX_BYTES, pages: MAX_PAGES };
  return async (kind) => {
    if (!isJsonObject(connection.capabilities[kind])) return [];
    const items: ExactJson[] = [];
    const cursors = new Set<string>();
    let cursor: string | undefined;
    const isLast = (): boolean =>
      cursor === undefined || isEmptyOfOld(cursor, connection) || cursors.size === cursors.add(cursor).size;
    do {
      const page = await readPage(connection, { kind, cursor }, budget);
      if (typeof page === 'string') return page;
      items.push(...page.items);
      cursor = page.nextCursor;
      if (items.length > MAX_ITEMS || (cursor?.length ?? 0) > MAX_CURSOR) return 'limit_exceeded';
    } while (!isLast());
    return items;
  };
};

// Servers of older revisions say so that there is no further page.
const isEmptyOfOld = (cursor: string, { protocolVersion }: McpConnection): boolean =>
  cursor === '' && protocolVersion < MODERN_VERSION;

interface Page {
  readonly items: readonly ExactJson[];
  readonly nextCursor: string | undefined;
}

interface ListCursor {
  readonly kind: string;
  readonly cursor: string | undefined;
}

const readPage = async (
  connection: McpConnection,
  { kind, cursor }: ListCursor,
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
