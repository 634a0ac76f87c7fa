import { canonicalDefinition } from '@govgate/domain';
import type { LiveReading, ToolDefinition, ToolVariants } from '@govgate/domain/internal';

/** What a server showed in one conversation, and the revision spoken. */
export interface ServerView {
  readonly version: string;
  readonly reading: LiveReading;
}

/** What a revision may leave out of a tool: members that others have not, or have no more. */
const OF_SOME_REVISIONS: ReadonlySet<string> = new Set([
  'title',
  'outputSchema',
  'icons',
  'execution',
  '_meta',
]);

/**
 * One reading made of several conversations with a server: the tools that any of them shows, each as the first one shows it. A tool that another does
 * not show, or shows otherwise, is a variant (docs/spec/mcp-servers.md): a server that shows agents something else than its reader hides it.
 * Where only the revision makes the difference, and none contradicts another, the tool is all that they show of it together.
 */
export const combineReadings = (views: readonly [ServerView, ...ServerView[]]): LiveReading => {
  const [{ reading: first }] = views;
  const ids = new Set(views.flatMap(({ reading }) => reading.tools.map(idOf)));
  const compared = [...ids].map((toolId) => compareTool(toolId, views));
  const variants = compared.flatMap(({ variant }) => variant ?? []);
  const says = new Set(views.map(({ reading }) => reading.instructions ?? null));
  return {
    ...first,
    tools: compared.map(({ tool }) => tool),
    ...(variants.length === 0 ? {} : { variants }),
    ...(says.size === 1 ? {} : { variesInstructions: true }),
  };
};

const idOf = ({ name }: ToolDefinition): string => name.normalize('NFC');

interface ComparedTool {
  readonly tool: ToolDefinition;
  readonly variant?: ToolVariants;
}

const compareTool = (toolId: string, views: readonly ServerView[]): ComparedTool => {
  const shown = views.flatMap(({ version, reading }) => {
    const tool = reading.tools.find((one) => idOf(one) === toolId);
    return tool === undefined ? [] : [{ version, tool, text: canonicalDefinition(tool) }];
  });
  const forms = [...new Map(shown.map(({ text, tool }) => [text, tool])).values()];
  const [tool, ...definitions] = forms as [ToolDefinition, ...ToolDefinition[]];
  const isEverywhere = shown.length === views.length;
  if (isEverywhere && definitions.length === 0) return { tool };
  const formsOfRevisions = new Set(shown.map(({ version, text }) => `${version} ${text}`));
  const isByRevision = formsOfRevisions.size === new Set(shown.map(({ version }) => version)).size;
  const together = isEverywhere && isByRevision ? unionOf(forms) : undefined;
  return together === undefined
    ? { tool, variant: { toolId, definitions } }
    : { tool: together, variant: { toolId, definitions: forms, byRevision: true } };
};

/** All members of several definitions of a tool; undefined where two contradict each other, or one leaves out what every revision has. */
const unionOf = (definitions: readonly ToolDefinition[]): ToolDefinition | undefined => {
  const together = Object.fromEntries(definitions.flatMap((tool) => Object.entries(tool))) as ToolDefinition;
  const whole = canonicalDefinition(together);
  const fits = (tool: ToolDefinition): boolean =>
    canonicalDefinition({ ...together, ...tool }) === whole &&
    Object.keys(together).every((member) => OF_SOME_REVISIONS.has(member) || Object.hasOwn(tool, member));
  return definitions.every(fits) ? together : undefined;
};
