import type { PolicyAction, RiskTier } from './manifest.js';

/** What a call is about: something of an MCP server, or an operation of an API source. */
export type PolicyTarget =
  | { readonly kind: 'mcp_server'; readonly serverId: string; readonly toolId?: string }
  | { readonly kind: 'api_source'; readonly apiSourceId: string; readonly operationId?: string };

export type AttributeValue = string | number | boolean | readonly string[];

/**
 * A call that a policy decides on. Who calls comes from what the gateway authenticated, never from the caller's words. What is
 * left out is not there: no agent, no client surface, no user.
 */
export interface PolicyRequest {
  readonly agentId?: string;
  readonly clientSurfaceId?: string;
  readonly userId?: string;
  /** The groups that the user is in. */
  readonly groups?: readonly string[];
  readonly target: PolicyTarget;
  /** The risk tier of the tool or operation; left out, it counts as not known. */
  readonly riskTier?: RiskTier;
  readonly action: PolicyAction;
  /** What conditions look at. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}
