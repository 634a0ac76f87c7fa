import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Consent } from './consent.js';
import { type Denied, denied, type Enforcement, type GovernedSession } from './enforcement.js';

const IDENTITY = { name: 'govgate-example-data-plane', version: '0.1.0' };

/** A session of its own with the server behind the gateway. */
export interface Upstream {
  readonly client: Client;
  readonly sessionIds: readonly string[];
  end(): Promise<void>;
}

export const connectUpstream = async (address: string): Promise<Upstream> => {
  const client = new Client(IDENTITY);
  const transport = new StreamableHTTPClientTransport(new URL(address));
  await client.connect(transport);
  return {
    client,
    sessionIds: transport.sessionId === undefined ? [] : [transport.sessionId],
    end: async () => {
      await transport.terminateSession().catch(() => undefined);
      await client.close();
    },
  };
};

/** Tells what was decided of a call: names and reasons, and nothing of its arguments. */
export type TellDecision = (session: GovernedSession, toolId: string | null, decision: string) => void;

export interface Parts {
  readonly enforcement: Enforcement;
  readonly consent: Consent;
  readonly tell: TellDecision;
}

/**
 * The MCP server that a client of a session sees: `tools/list` and `tools/call`, and nothing else. `fenced` is aborted when the session is
 * revoked, which ends calls that are under way.
 */
export const makeClientServer = (
  session: GovernedSession,
  upstream: Client,
  { enforcement, consent, tell }: Parts,
  fenced: AbortSignal,
): Server => {
  const listTools = async (): Promise<Tool[]> => {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    do {
      const page = await upstream.listTools(cursor === undefined ? {} : { cursor }, { signal: fenced });
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools.filter(({ name }) => enforcement.lists(session, name));
  };

  const callTool = async (
    params: CallToolRequest['params'],
    signal: AbortSignal,
  ): Promise<CallToolResult> => {
    const first = enforcement.decide(session, params.name);
    if (first.effect === 'deny') return refusal(first);
    if (first.effect === 'ask') {
      const lacking = await consent(session, first, params.arguments, signal);
      if (lacking !== undefined) return refusal(lacking);
    }
    // Consent takes time. What counts is what holds now, when the call leaves, by the version that was consented to.
    const now = enforcement.decide(session, params.name);
    if (now.effect === 'deny') return refusal(now);
    const { toolId } = now.tool;
    if (now.effect === 'ask' && (first.effect !== 'ask' || now.policy.version !== first.policy.version))
      return refusal(denied('policy_changed', toolId));
    if (!enforcement.meetsObligations(session, now)) return refusal(denied('rate_limited', toolId));
    tell(session, toolId, now.outcome.reasonCode);
    const call = { name: params.name, arguments: params.arguments };
    return (await upstream.callTool(call, undefined, { signal })) as CallToolResult;
  };
  const refusal = ({ reasonCode, toolId }: Denied): CallToolResult => {
    tell(session, toolId, `denied ${reasonCode}`);
    return refused(reasonCode);
  };

  const server = new Server(IDENTITY, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const authorized = enforcement.authorize(session);
    if (!authorized.allowed) throw new McpError(ErrorCode.InvalidRequest, authorized.reasonCode);
    return { tools: await listTools() };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      return await callTool(params, AbortSignal.any([signal, fenced]));
    } catch (error) {
      // A call that was cut off by a revocation says so.
      const authorized = enforcement.authorize(session);
      if (!authorized.allowed) return refusal(denied(authorized.reasonCode));
      if (error instanceof McpError) throw error;
      return refusal(denied('unavailable'));
    }
  });
  return server;
};

/** What a client gets for a call that is not made; `reason_code` is there for programs. */
const refused = (reasonCode: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: `The gateway denied this call: ${reasonCode}` }],
  _meta: { 'govgate/reason_code': reasonCode },
});
