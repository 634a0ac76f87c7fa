import { definitionHash, type LiveReading, type ToolDefinition } from '@govgate/domain';

/**
 * One reading of several looks at a server: the tools that any of them shows, each as the first one shows it. A tool that another look does
 * not show, or shows otherwise, is a variant (docs/spec/mcp-servers.md): a server that shows agents something else than its reader hides it.
 */
export const readingOfLooks = (first: LiveReading, others: readonly LiveReading[]): LiveReading => {
  const tools = new Map(first.tools.map((tool) => [idOf(tool), tool]));
  for (const { tools: shown } of others)
    for (const tool of shown) if (!tools.has(idOf(tool))) tools.set(idOf(tool), tool);
  const variants = [...tools].flatMap(([toolId, tool]) => {
    const shown = [first, ...others].map((look) => look.tools.find((one) => idOf(one) === toolId));
    const definitions = distinct(shown.filter((one) => one !== undefined)).filter(
      (one) => definitionHash(one) !== definitionHash(tool),
    );
    return definitions.length === 0 && !shown.includes(undefined) ? [] : [{ toolId, definitions }];
  });
  const says = new Set([first, ...others].map(({ instructions }) => instructions ?? null));
  return {
    ...first,
    tools: [...tools.values()],
    ...(variants.length === 0 ? {} : { variants }),
    ...(says.size === 1 ? {} : { variesInstructions: true }),
  };
};

const idOf = ({ name }: ToolDefinition): string => name.normalize('NFC');

const distinct = (tools: readonly ToolDefinition[]): readonly ToolDefinition[] => [
  ...new Map(tools.map((tool) => [definitionHash(tool), tool])).values(),
];
