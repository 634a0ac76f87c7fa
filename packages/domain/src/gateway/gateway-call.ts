import type { CallDenial } from '../client-session/authorize-call.js';
import type { ReceivedTool } from '../mcp-server/canonical-definition.js';
import type { PolicyObligation } from '../policy/manifest.js';
import type { AttributeValue } from '../policy/policy-request.js';
import { isText, listOf, oneOf, optionally, shapeOf, unless, type Wrong } from '../wrong-part.js';

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
  /** Attributes for conditions; none is called `approval`. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  /** A hash of the arguments, so that an approval covers these alone. They themselves never leave the gateway. */
  readonly argumentsDigest?: string;
}

/** A read of a resource or a prompt of a server, as it reached a gateway. */
export interface GatewayRead
  extends Pick<GatewayCall, 'clientSessionId' | 'serverId' | 'groups' | 'attributes'> {
  readonly action: 'resource.read' | 'prompt.get';
  /** The URI of the resource, or the name of the prompt. */
  readonly name: string;
}

/** Why an enforcer denies; beside these, the reason codes of the policy. */
export type GatewayDenial =
  | CallDenial
  | 'policy_stale'
  | 'no_active_policy'
  | 'policy_changed'
  | 'registry_stale'
  | 'server_not_in_use'
  | 'tool_unknown'
  | 'obligation_unknown'
  | 'rate_limited'
  | 'approval_unavailable';

export type GatewayDecision =
  | {
      readonly allowed: true;
      readonly reasonCode: string;
      /** Null for a read. */
      readonly toolId: string | null;
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

/** Whether a session may send anything at all; if not, why. */
export type SessionDecision =
  | { readonly allowed: true }
  | Extract<GatewayDecision, { readonly allowed: false }>;

const isName = (value: unknown): boolean => isText(value) && value !== '';
export const wrongName = unless(isName);
const wrongAttribute: Wrong = (value) =>
  Array.isArray(value) ? listOf(unless(isText))(value) : unless(isScalar)(value);
const isScalar = (value: unknown): boolean =>
  isText(value) || typeof value === 'boolean' || Number.isFinite(value);

const wrongAttributes: Wrong = (value) => {
  const wrong = shapeOf({}, 'open')(value);
  if (wrong !== undefined) return wrong;
  for (const [name, attribute] of Object.entries(value as object)) {
    // A context's `approval` names the consent and takes no part in what is consented to: see `contextDigest`.
    const path = name === 'approval' ? '' : wrongAttribute(attribute);
    if (path !== undefined) return `.${name}${path}`;
  }
  return undefined;
};

const WHO_AND_WHERE = {
  clientSessionId: wrongName,
  serverId: wrongName,
  groups: optionally(listOf(wrongName)),
  attributes: optionally(wrongAttributes),
};

/** What is wrong with a call. */
export const wrongInCall: Wrong = shapeOf({
  ...WHO_AND_WHERE,
  toolName: wrongName,
  definition: optionally(shapeOf({ name: wrongName }, 'open')),
  definitionHash: optionally(wrongName),
  argumentsDigest: optionally(wrongName),
});

/** What is wrong with a read. */
export const wrongInRead: Wrong = shapeOf({
  ...WHO_AND_WHERE,
  action: oneOf(['resource.read', 'prompt.get']),
  name: wrongName,
});
