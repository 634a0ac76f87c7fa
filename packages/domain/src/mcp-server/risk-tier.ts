import { RISK_TIERS, type RiskTier } from '../policy/manifest.js';
import type { JsonObject } from './tool-definition.js';

/** The hints of an MCP tool. They come from the server itself, so they prove nothing. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** Orders tiers by risk; negative when the first is lower. */
export const compareRisk = (a: RiskTier, b: RiskTier): number =>
  RISK_TIERS.indexOf(a) - RISK_TIERS.indexOf(b);

/** The highest of several tiers; low if there are none. */
export const highestRiskTier = (tiers: readonly RiskTier[]): RiskTier =>
  tiers.reduce<RiskTier>((highest, tier) => (compareRisk(tier, highest) > 0 ? tier : highest), 'low');

/**
 * A tool's tier before review (docs/spec/mcp-servers.md): a reading tool low, or medium if it reaches beyond the server; a writing one that
 * claims to be non-destructive medium; anything else, including unannotated, high. Only a reviewer sets critical.
 */
export const defaultRiskTier = (annotations: ToolAnnotations | undefined): RiskTier => {
  if (annotations?.readOnlyHint === true) return annotations.openWorldHint === true ? 'medium' : 'low';
  return annotations?.destructiveHint === false ? 'medium' : 'high';
};

/** A tool's tier after its server changed its annotations: they may raise a tier, only a reviewer lowers one. */
export const raisedRiskTier = (tier: RiskTier, annotations: ToolAnnotations | undefined): RiskTier =>
  annotations === undefined ? tier : highestRiskTier([tier, defaultRiskTier(annotations)]);

const HINTS = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const;

/** The hints among a tool's annotations: those that are true or false. */
export const hintsOf = (annotations: JsonObject | undefined): ToolAnnotations | undefined =>
  annotations === undefined
    ? undefined
    : Object.fromEntries(
        HINTS.flatMap((hint) => (typeof annotations[hint] === 'boolean' ? [[hint, annotations[hint]]] : [])),
      );
