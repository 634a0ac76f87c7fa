import { isCallable, liveManifest, type RiskTier, type Scope } from '@govgate/domain';
import { mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** The registry's entry for a tool. */
export interface ToolStanding {
  readonly callable: boolean;
  /** Undefined: not reviewed. */
  readonly riskTier: RiskTier | undefined;
}

const UNREGISTERED: ToolStanding = { callable: true, riskTier: undefined };
const NOT_CALLABLE: ToolStanding = { callable: false, riskTier: undefined };

interface CalledTool {
  readonly serverId: string;
  readonly toolId: string;
}

/**
 * Looks a tool up in the registry. A tool of a registered server must be approved and unchanged, and its server enabled; for an
 * unregistered server the policy alone decides, without a risk tier.
 */
export const lookUpTool = async (
  { records }: Pick<Ports, 'records'>,
  scope: Scope,
  { serverId, toolId }: CalledTool,
): Promise<ToolStanding> => {
  const server = (await records.get(mcpServerKind, scope, serverId))?.record;
  if (server === undefined) return UNREGISTERED;
  if (server.liveSnapshot === null) return NOT_CALLABLE;
  const live = await records.get(mcpSubmissionKind, scope, server.liveSnapshot.submissionId);
  if (live === undefined) return NOT_CALLABLE;
  const manifest = liveManifest(server, live.record);
  const tool = manifest.tools.find((one) => one.toolId === toolId);
  return { callable: isCallable(manifest, toolId), riskTier: tool?.riskTier };
};
