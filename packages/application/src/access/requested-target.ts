import type { PolicyAction, PolicyTarget } from '@govgate/domain';
import type { AccessEntity } from './access-question.js';

/** What a question is about, in a policy's terms. */
export interface RequestedTarget {
  readonly target: PolicyTarget;
  readonly action: PolicyAction;
}

/** The actions on what an MCP server offers, by resource type. */
export const MCP_ACTIONS = {
  mcp_tool: ['tool.list', 'tool.invoke'],
  mcp_resource: ['resource.read'],
  mcp_prompt: ['prompt.get'],
} as const satisfies Readonly<Record<string, readonly PolicyAction[]>>;

export type McpType = keyof typeof MCP_ACTIONS;

export const isMcpType = (type: string): type is McpType => Object.hasOwn(MCP_ACTIONS, type);

/** The type of an operation of an API source. Every type besides this and the MCP ones is an API source by its own name. */
export const API_OPERATION = 'api_operation';

/** The target of a question; undefined if its id or action fits no such target. Ids are taken as they are, but for the normal form of a part's name. */
export const targetOf = (
  { type, id }: Pick<AccessEntity, 'type' | 'id'>,
  action: string,
): RequestedTarget | undefined => {
  if (isMcpType(type)) return mcpTarget(type, id, action);
  if (type !== API_OPERATION)
    return {
      target: { kind: 'api_source', apiSourceId: type, operationId: action },
      action: 'tool.invoke',
    };
  const pair = pairOf(id);
  return (
    pair && {
      target: { kind: 'api_source', apiSourceId: pair[0], operationId: pair[1] },
      action: 'tool.invoke',
    }
  );
};

const mcpTarget = (type: McpType, id: string, action: string): RequestedTarget | undefined => {
  const pair = pairOf(id);
  if (pair === undefined || !isActionOn(type, action)) return undefined;
  const [serverId, part] = pair;
  return {
    target: { kind: 'mcp_server', serverId, [PARTS[type]]: part.normalize('NFC') },
    action,
  };
};

const PARTS = { mcp_tool: 'toolId', mcp_resource: 'resourceUri', mcp_prompt: 'promptName' } as const;

const isActionOn = (type: McpType, action: string): action is PolicyAction =>
  (MCP_ACTIONS[type] as readonly string[]).includes(action);

/** The two ids of `server/tool`: a server's has no slash. */
export const pairOf = (id: string): readonly [string, string] | undefined => {
  const at = id.indexOf('/');
  return at <= 0 || at === id.length - 1 ? undefined : [id.slice(0, at), id.slice(at + 1)];
};
