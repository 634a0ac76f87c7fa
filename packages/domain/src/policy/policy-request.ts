import type { PolicyAction, RiskTier } from './manifest.js';

/** The target of a call: a tool, a resource or a prompt of an MCP server, by the call's action, or an operation of an API source. */
export type PolicyTarget =
  | {
      readonly kind: 'mcp_server';
      readonly serverId: string;
      readonly toolId?: string;
      readonly resourceUri?: string;
      readonly promptName?: string;
    }
  | { readonly kind: 'api_source'; readonly apiSourceId: string; readonly operationId?: string };

export type AttributeValue = string | number | boolean | readonly string[];

/**
 * A call for a policy to decide. The caller's identity comes from what the gateway authenticated, never from the caller's own claims.
 * Omitted members are absent: no agent, no client surface, no user.
 */
export interface PolicyRequest {
  readonly agentId?: string;
  readonly clientSurfaceId?: string;
  readonly userId?: string;
  /** The groups that the user is in. */
  readonly groups?: readonly string[];
  readonly target: PolicyTarget;
  /** The risk tier of the tool or operation; omitted means unknown. */
  readonly riskTier?: RiskTier;
  readonly action: PolicyAction;
  /** Attributes for conditions. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}
