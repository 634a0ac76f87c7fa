import { RISK_TIERS, type RiskTier } from '../policy/manifest.js';

/** The hints that an MCP tool may carry. They come from the server itself, so they prove nothing. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** Orders tiers by risk; negative when the first is lower. */
export const compareRisk = (a: RiskTier, b: RiskTier): number =>
  RISK_TIERS.indexOf(a) - RISK_TIERS.indexOf(b);

/** The highest of some tiers; low without any. */
export const highestRiskTier = (tiers: readonly RiskTier[]): RiskTier =>
  tiers.reduce<RiskTier>((highest, tier) => (compareRisk(tier, highest) > 0 ? tier : highest), 'low');

/**
 * The tier that a tool gets before anyone reviewed it (decisions, section 8): a reader low, or medium where it reaches
 * beyond the server; a writer that says it destroys nothing medium; anything else, the unannotated too, high. Critical
 * is a reviewer's word only.
 */
export const defaultRiskTier = (annotations: ToolAnnotations | undefined): RiskTier => {
  if (annotations?.readOnlyHint === true) return annotations.openWorldHint === true ? 'medium' : 'low';
  return annotations?.destructiveHint === false ? 'medium' : 'high';
};

/** The tier of a tool whose server now says something else about it: annotations may raise a tier, a reviewer alone lowers one. */
export const raisedRiskTier = (tier: RiskTier, annotations: ToolAnnotations | undefined): RiskTier =>
  annotations === undefined ? tier : highestRiskTier([tier, defaultRiskTier(annotations)]);
