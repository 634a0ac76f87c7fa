import type { Submission } from '@govgate/client';
import { differences } from '../../parts/difference.js';

type Tool = Pick<Submission['manifest']['tools'][number], 'tool_id' | 'risk_tier'>;
type Tier = Tool['risk_tier'];

/** How a tool's risk compares with what was approved. */
export interface RiskChange {
  readonly toolId: string;
  /** Undefined for a tool that is new. */
  readonly before: Tier | undefined;
  readonly after: Tier;
  /** Whether it is more dangerous than before, or new and dangerous. */
  readonly hasRisen: boolean;
}

const TIERS: readonly Tier[] = ['low', 'medium', 'high', 'critical'];
const DANGEROUS = TIERS.indexOf('high');

/** Compares the risk of each submitted tool with the approved one; the most dangerous first. */
export const riskChanges = (approved: readonly Tool[], submitted: readonly Tool[]): readonly RiskChange[] =>
  submitted
    .map(({ tool_id, risk_tier }) => {
      const before = approved.find((one) => one.tool_id === tool_id)?.risk_tier;
      const rank = TIERS.indexOf(risk_tier);
      const hasRisen = before === undefined ? rank >= DANGEROUS : rank > TIERS.indexOf(before);
      return { toolId: tool_id, before, after: risk_tier, hasRisen };
    })
    .sort((a, b) => TIERS.indexOf(b.after) - TIERS.indexOf(a.after));

/** The tools that became more dangerous: by their tier, or by what the service found in their definition. */
export const risenTools = (
  risks: readonly RiskChange[],
  rises: readonly { readonly tool_id: string }[],
): ReadonlySet<string> =>
  new Set([
    ...risks.filter(({ hasRisen }) => hasRisen).map(({ toolId }) => toolId),
    ...rises.map(({ tool_id }) => tool_id),
  ]);

/** Those tools before all others, which keep their order. */
export const risenFirst = <T extends { readonly tool_id: string }>(
  tools: readonly T[],
  risen: ReadonlySet<string>,
): readonly T[] => [...tools].sort((a, b) => Number(risen.has(b.tool_id)) - Number(risen.has(a.tool_id)));

/** Of the tools whose definition is unchanged, those whose risk is unchanged as well. */
export const asApproved = (unchanged: readonly string[], risks: readonly RiskChange[]): readonly string[] =>
  unchanged.filter((id) => risks.every(({ toolId, before, after }) => toolId !== id || before === after));

type Manifest = Submission['manifest'];

/** Whether approving a manifest with all of its tools would change nothing but its version: not an endpoint, and no tool that was denied. */
export const isAsApproved = (approved: Manifest | null, submitted: Manifest): boolean => {
  if (approved === null) return false;
  const tools = submitted.tools.map((tool) => ({ ...tool, gateway_status: 'approved' }));
  return differences(approved, { ...submitted, tools, version: approved.version }).length === 0;
};
