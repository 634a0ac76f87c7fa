import type { RiskTier } from '../policy/manifest.js';

/**
 * What an environment wants to know of a called tool's definition (docs/spec/mcp-servers.md). Where none is named for a tool whose approved
 * definition is pinned: `offered` denies at the gateway and lets AuthZEN decide, `required` denies both, `trust_gateway` decides both.
 */
export const DEFINITION_SETTINGS = ['offered', 'required', 'trust_gateway'] as const;
export type DefinitionSetting = (typeof DEFINITION_SETTINGS)[number];

/** What a gateway enforces of a registered tool. */
export interface GovernedTool {
  readonly toolId: string;
  /** The server's own name for it. */
  readonly name: string;
  readonly riskTier: RiskTier;
  /** Whether calls may reach it: approved, unchanged, and its server is enabled. */
  readonly callable: boolean;
  /** The `definitionHash` of what was approved, or several with commas; null where no definition was pinned. */
  readonly definitionHash: string | null;
  /** The environment's setting. */
  readonly definitions: DefinitionSetting;
}

/** Whether a definition, or each of several, is among those that were approved: revisions may show a tool each in its own form. */
export const isPinned = (approved: string, seen: string): boolean =>
  seen === approved || seen.split(',').every((one) => approved.split(',').includes(one));
