import type { RegisterMcpServer } from './generated/types.gen.js';

type Tools = NonNullable<RegisterMcpServer['manifest']['tools']>;

const STATED = ['description', 'title', 'annotations', 'icons', 'execution', '_meta'] as const;

/**
 * The tools of a manifest, of what an MCP server answers to `tools/list`: `{ tools: [...] }`, or the list itself. What has another form stays
 * as it is, so that the service says what is wrong with it.
 */
export const toolsFromList = (answer: unknown): Tools => {
  const tools = isObject(answer) && 'tools' in answer ? answer.tools : answer;
  return (Array.isArray(tools) ? tools.map(toolOf) : tools) as Tools;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toolOf = (tool: unknown): unknown =>
  isObject(tool)
    ? {
        tool_id: tool.name,
        name: tool.name,
        ...(tool.inputSchema === undefined ? {} : { input_schema: tool.inputSchema }),
        ...(tool.outputSchema === undefined ? {} : { output_schema: tool.outputSchema }),
        ...Object.fromEntries(
          STATED.flatMap((part) => (tool[part] === undefined ? [] : [[part, tool[part]]])),
        ),
      }
    : tool;
