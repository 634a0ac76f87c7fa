import type { CallDenial } from '../client-session/authorize-call.js';
import type { ReceivedTool } from '../mcp-server/canonical-definition.js';
import type { PolicyObligation } from '../policy/manifest.js';
import type { AttributeValue } from '../policy/policy-request.js';
import { isText, listOf, optionally, shapeOf, unless, type Wrong } from '../wrong-part.js';

/** A call of a tool, as it reached a gateway. */
export interface GatewayCall {
  /** The session that the gateway reported. */
  readonly clientSessionId: string;
  readonly serverId: string;
  /** The tool by its server's own name. */
  readonly toolName: string;
  /** The tool as the server gave it to this gateway: what the agent sees. */
  readonly definition?: ReceivedTool;
  /** Or the `definitionHash` of it. */
  readonly definitionHash?: string;
  /** The user's groups as the identity provider tells them, never as the caller does. */
  readonly groups?: readonly string[];
  /** Attributes for conditions. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  /** A hash of the arguments, so that an approval covers these alone. They themselves never leave the gateway. */
  readonly argumentsDigest?: string;
}

/** Why an enforcer denies; beside these, the reason codes of the policy. */
export type GatewayDenial =
  | CallDenial
  | 'policy_stale'
  | 'no_active_policy'
  | 'policy_changed'
  | 'registry_stale'
  | 'tool_unknown'
  | 'obligation_unknown'
  | 'rate_limited'
  | 'approval_unavailable';

export type GatewayDecision =
  | {
      readonly allowed: true;
      readonly reasonCode: string;
      readonly toolId: string;
      readonly policyVersion: string;
      /** The rules that decided. */
      readonly decidedBy: readonly string[];
      /** Those left to the gateway: rate limits have been counted. */
      readonly obligations: readonly PolicyObligation[];
    }
  | {
      readonly allowed: false;
      /** A `GatewayDenial`, or the policy's own. */
      readonly reasonCode: string;
      /** What could not be decided on: `call.toolName`. Only with `evaluation_error`. */
      readonly field?: string;
    };

const isName = (value: unknown): boolean => isText(value) && value !== '';
const wrongName = unless(isName);
const wrongAttribute: Wrong = (value) =>
  Array.isArray(value) ? listOf(unless(isText))(value) : unless(isScalar)(value);
const isScalar = (value: unknown): boolean =>
  isText(value) || typeof value === 'boolean' || Number.isFinite(value);

const wrongAttributes: Wrong = (value) => {
  const wrong = shapeOf({}, 'open')(value);
  if (wrong !== undefined) return wrong;
  for (const [name, attribute] of Object.entries(value as object)) {
    const path = wrongAttribute(attribute);
    if (path !== undefined) return `.${name}${path}`;
  }
  return undefined;
};

/** What is wrong with a call. */
export const wrongInCall: Wrong = shapeOf({
  clientSessionId: wrongName,
  serverId: wrongName,
  toolName: wrongName,
  definition: optionally(shapeOf({ name: wrongName }, 'open')),
  definitionHash: optionally(wrongName),
  groups: optionally(listOf(wrongName)),
  attributes: optionally(wrongAttributes),
  argumentsDigest: optionally(wrongName),
});
