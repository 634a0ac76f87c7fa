import { canonicalJson, type ExactJson } from '@govgate/domain';
import { definitionHash, type Enforcer, parseExactJson } from '@govgate/domain/gateway';
import { hasRepeatedMember, isObject, type RpcMessage } from './rpc-message.js';
import type { Session } from './sessions.js';

const MOST_PAGES = 100;

/** A server's message, and the request of the client in whose answer it came. */
export interface Said {
  readonly json: string;
  readonly said: RpcMessage;
  readonly request: RpcMessage | undefined;
}

type ToolList = { readonly [member: string]: ExactJson } & { readonly tools: readonly ExactJson[] };

type NamedTool = { readonly [member: string]: ExactJson } & { readonly name: string };

const isTool = (tool: ExactJson): tool is NamedTool => isObject(tool) && typeof tool.name === 'string';

/** Keeps the hash of a tool for the calls that follow, which would pay for it again and again. What has none is no tool. */
const keepHash = (session: Session, tool: NamedTool): string | undefined => {
  try {
    const hash = definitionHash(tool);
    session.definitionHashes.set(tool.name, hash);
    return hash;
  } catch {
    session.definitionHashes.delete(tool.name);
    return undefined;
  }
};

/**
 * Takes out of a list of tools what the session is not to be told of. What stays is the approved text: a tool that its server describes
 * otherwise is not listed. Any message with tools may be a list, unless it answers another request: clients go by the id alone.
 */
export const withoutHidden = async (
  enforcer: Enforcer,
  session: Session,
  { json, said, request }: Said,
): Promise<string> => {
  const { id, result } = said;
  const answersOther = request !== undefined && request.id === id && request.method !== 'tools/list';
  if (!Array.isArray(result?.tools) || answersOther) return json;
  const message = parseExactJson(json) as { readonly result: ToolList };
  const tools: ExactJson[] = [];
  for (const tool of message.result.tools)
    if (isTool(tool)) {
      const hash = keepHash(session, tool);
      if (hash === undefined) continue;
      if (await enforcer.lists({ ...session.who, toolName: tool.name, definitionHash: hash }))
        tools.push(tool);
    }
  return tools.length === message.result.tools.length && !hasRepeatedMember(json)
    ? json
    : canonicalJson({ ...message, result: { ...message.result, tools } });
};

/** Reads the server's tools as the client with this request sees them: what a call's tool is compared with. */
export const readTools = async (
  session: Session,
  like: RpcMessage,
  headers: Parameters<Session['upstream']['ask']>[1],
): Promise<void> => {
  const meta = metaOf(like);
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = { ...meta, ...(cursor === undefined ? {} : { cursor }) };
    const request = { id: `govgate-${crypto.randomUUID()}`, method: 'tools/list', params };
    const { result } = await session.upstream.ask(request, headers);
    const tools = Array.isArray(result?.tools) ? (result.tools as ExactJson[]) : [];
    for (const tool of tools.filter(isTool)) keepHash(session, tool);
    cursor = result?.nextCursor;
    if (typeof cursor !== 'string' || cursor === '') return;
  }
};

// From 2026-07-28 on, each request says who asks by which revision.
const metaOf = ({ params }: RpcMessage): { readonly _meta?: object } => {
  const stated = Object.entries(isObject(params?._meta) ? params._meta : {}).filter(([name]) =>
    /^io\.modelcontextprotocol\/(protocolVersion|clientInfo|clientCapabilities)$/.test(name),
  );
  return stated.length === 0 ? {} : { _meta: Object.fromEntries(stated) };
};
