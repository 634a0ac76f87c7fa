import type { RiskTier } from '../policy/manifest.js';
import { isPinned } from './governed-tool.js';
import type { Manifest, ManifestTool } from './manifest.js';
import type { PinnedReading, PinnedTool } from './pin-reading.js';
import { defaultRiskTier, hintsOf, raisedRiskTier, type ToolAnnotations } from './risk-tier.js';

/**
 * Makes a manifest from a live server's definitions (docs/spec/mcp-servers.md). A tool whose definition equals the approved one keeps its
 * review; a differing one is `changed` and a new one `pending`, so that a reviewer must name both.
 */
export const manifestFromReading = (
  base: Omit<Manifest, 'tools' | 'definition'>,
  { tools, definition }: PinnedReading,
  known: readonly ManifestTool[],
): Manifest => {
  const byId = new Map(known.map((tool) => [tool.toolId, tool]));
  return { ...base, tools: tools.map((tool) => toolOf(tool, byId.get(tool.toolId))), definition };
};

const toolOf = (tool: PinnedTool, known: ManifestTool | undefined): ManifestTool => ({
  ...tool,
  description: tool.description ?? '',
  riskTier: tierOf(hintsOf(tool.annotations), known),
  ...pinnedStatus(tool, known),
  inputSchemaRef: tool.fieldHashes.inputSchema ?? '',
  policyRefs: known?.policyRefs ?? [],
});

const pinnedStatus = (
  { definitionHash }: PinnedTool,
  known: ManifestTool | undefined,
): Pick<ManifestTool, 'gatewayStatus' | 'deniedReason'> => {
  if (known === undefined) return { gatewayStatus: 'pending' };
  const { gatewayStatus, deniedReason } = known;
  if (gatewayStatus !== 'approved')
    return { gatewayStatus, ...(deniedReason === undefined ? {} : { deniedReason }) };
  return { gatewayStatus: isPinned(known.definitionHash ?? '', definitionHash) ? 'approved' : 'changed' };
};

const tierOf = (hints: ToolAnnotations | undefined, known: ManifestTool | undefined): RiskTier =>
  known === undefined ? defaultRiskTier(hints) : raisedRiskTier(known.riskTier, hints);
