import {
  APPROVAL_DENIALS,
  type ApprovalFacts,
  approvalGap,
  type CallingSession,
  wrongInApproval,
} from '../approval/approval-cover.js';
import type { CredentialBinding } from '../credential-binding/credential-binding.js';
import { approvedRuntimeProjection } from '../credential-binding/runtime-projection.js';
import { definitionHash, type ReceivedTool } from '../mcp-server/canonical-definition.js';
import { DEFINITION_SETTINGS, type GovernedTool, isPinned } from '../mcp-server/governed-tool.js';
import { isText, listOf, oneOf, optionally, shapeOf, unless, type Wrong, wrongText } from '../wrong-part.js';
import type { ClientSession } from './client-session.js';
import type { CalledTool, RevocationView } from './revocation-view.js';

/**
 * Maximum age of the revocation feed, in seconds, before every call is denied.
 * @public Gateways use it.
 */
export const MAX_FEED_AGE_SECONDS = 30;

export const CALL_DENIALS = [
  'session_unknown',
  'session_not_active',
  'feed_stale',
  'revoked',
  'binding_not_approved',
  'agent_not_active',
  'client_surface_not_active',
  'tool_not_callable',
  'definition_differs',
  'definition_unknown',
  ...APPROVAL_DENIALS,
  'evaluation_error',
] as const;
export type CallDenial = (typeof CALL_DENIALS)[number];

/**
 * What `authorizeCall` answers.
 * @public Gateways call it.
 */
export type CallDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reasonCode: CallDenial;
      readonly revocationId: string | null;
      /** What could not be decided on: `tool.serverId`, `approval.now`. Only with `evaluation_error`. */
      readonly field?: string;
    };

/**
 * What a gateway knows when a call arrives on a session.
 * @public Gateways call it.
 */
export interface CallFacts {
  /** Undefined: the gateway has no such session. */
  readonly session: Omit<ClientSession, 'lastSeenAt' | 'revocationId' | 'backendSessionIds'> | undefined;
  readonly revocations: Pick<RevocationView, 'covering' | 'coveringTool' | 'stale'>;
  /** The tool to be called. If given, it must not be revoked. */
  readonly tool?: CalledTool;
  /** The tool as `mcpServerFromWire` read it. If given, it must be callable, and its definition the approved one. */
  readonly governedTool?: GovernedTool;
  /** The tool as the server gave it to the gateway: what the agent sees. */
  readonly definition?: ReceivedTool;
  /** Or the `definitionHash` of it. */
  readonly definitionHash?: string;
  /** Seconds since the feed was last read to its end: since an answer of it brought nothing new. */
  readonly feedAgeSeconds: number;
  /** The records of the session's bindings. If given, each must exist, approved and active. */
  readonly bindings?: readonly CredentialBinding[];
  /** If given, it must be active. */
  readonly agent?: { readonly lifecycleState: string };
  /** If given, it must be active. */
  readonly clientSurface?: { readonly lifecycleState: string };
  /** If the policy requires an approval: what the call needs and what the gateway was given. */
  readonly approval?: ApprovalFacts;
}

/**
 * Whether a call may proceed on a session (docs/spec/sessions.md). Only an active session may call: a pending or idle one is
 * activated first, a draining one accepts no new calls. Anything unknown, stale or broken is a denial; API answers must first be read with
 * `sessionFromWire` and `revocationsFromWire`, as raw ones are not recognised here.
 * @public Gateways call it.
 */
export const authorizeCall = (facts: CallFacts): CallDecision => {
  try {
    const wrong = wrongInFacts(facts);
    return wrong === undefined ? decide(facts) : { ...denied('evaluation_error'), field: wrong.slice(1) };
  } catch {
    return denied('evaluation_error');
  }
};

const decide = (facts: CallFacts): CallDecision => {
  const { session } = facts;
  if (session === undefined) return denied('session_unknown');
  if (session.state !== 'active') return denied('session_not_active');
  if (!isFresh(facts.feedAgeSeconds)) return denied('feed_stale');
  const revocation = facts.revocations.covering(session);
  if (revocation !== undefined) return denied('revoked', revocation.revocationId);
  const toolRevocation = facts.tool === undefined ? undefined : facts.revocations.coveringTool(facts.tool);
  if (toolRevocation !== undefined) return denied('revoked', toolRevocation.revocationId);
  if (facts.revocations.stale !== false) return denied('feed_stale');
  if (!bindingsUsable(session.credentialBindingIds, facts.bindings)) return denied('binding_not_approved');
  if (isInactive(facts.agent)) return denied('agent_not_active');
  if (isInactive(facts.clientSurface)) return denied('client_surface_not_active');
  const gap = toolGap(facts) ?? approvalGapOf(session, facts);
  return gap === undefined ? { allowed: true } : denied(gap);
};

// Consent to one tool says nothing about the tool that is called.
const approvalGapOf = (
  session: CallingSession,
  { approval, tool }: Pick<CallFacts, 'approval' | 'tool'>,
): CallDenial | undefined => {
  if (approval === undefined) return undefined;
  const { serverId, toolId } = approval.needed;
  const isOther = tool !== undefined && (tool.serverId !== serverId || tool.toolId !== toolId);
  return isOther ? 'approval_other_call' : approvalGap(session, approval);
};

// Where the definition that the agent sees is unknown, the environment decides (docs/spec/sessions.md).
const toolGap = ({ governedTool, definition, definitionHash: sent }: CallFacts): CallDenial | undefined => {
  const received = definition === undefined ? sent : definitionHash(definition);
  if (governedTool === undefined) return received === undefined ? undefined : 'definition_unknown';
  const { callable, definitionHash: pinned, definitions } = governedTool;
  if (!callable) return 'tool_not_callable';
  if (pinned === null) return undefined;
  if (received === undefined) return definitions === 'trust_gateway' ? undefined : 'definition_unknown';
  // Where both are given, both must be approved.
  return isPinned(pinned, received) && isPinned(pinned, sent ?? received) ? undefined : 'definition_differs';
};

const denied = (
  reasonCode: CallDenial,
  revocationId: string | null = null,
): Extract<CallDecision, { readonly allowed: false }> => ({
  allowed: false,
  reasonCode,
  revocationId,
});

// A negative age, NaN or a non-number means a broken clock, and is no proof of freshness.
const isFresh = (ageSeconds: unknown): boolean =>
  typeof ageSeconds === 'number' && ageSeconds >= 0 && ageSeconds <= MAX_FEED_AGE_SECONDS;

const isName = (id: unknown): boolean => isText(id) && id !== '';

const wrongName = unless(isName);
const wrongNameOrNull = unless((id) => id === null || isName(id));
const method = unless((value) => typeof value === 'function');

// Types promise it, but a raw answer uses other names, under which no revocation is found.
const wrongSession = shapeOf(
  {
    tenantId: wrongName,
    environmentId: wrongName,
    clientSessionId: wrongName,
    userId: wrongName,
    agentId: wrongNameOrNull,
    clientSurfaceId: wrongNameOrNull,
    credentialBindingIds: listOf(wrongName),
  },
  'open',
);

const wrongFacts = shapeOf({
  session: optionally(wrongSession),
  revocations: shapeOf({ covering: method, coveringTool: method }, 'open'),
  tool: optionally(shapeOf({ serverId: wrongName, toolId: wrongName })),
  governedTool: optionally(
    shapeOf({
      toolId: wrongName,
      name: wrongText,
      riskTier: wrongText,
      callable: unless((value) => typeof value === 'boolean'),
      definitionHash: wrongNameOrNull,
      definitions: oneOf(DEFINITION_SETTINGS),
    }),
  ),
  definition: optionally(shapeOf({ name: wrongName }, 'open')),
  definitionHash: optionally(wrongName),
  // Anything but a recent age is stale.
  feedAgeSeconds: () => undefined,
  bindings: optionally(listOf(shapeOf({ credentialBindingId: wrongName }, 'open'))),
  agent: optionally(shapeOf({ lifecycleState: wrongText }, 'open')),
  clientSurface: optionally(shapeOf({ lifecycleState: wrongText }, 'open')),
  approval: optionally(wrongInApproval),
});

const wrongInFacts: Wrong = (facts) => {
  const wrong = wrongFacts(facts);
  if (wrong !== undefined) return wrong === '' ? '.facts' : wrong;
  const { tool, governedTool } = facts as CallFacts;
  // What may be called says nothing about another tool.
  return governedTool === undefined || governedTool.toolId === tool?.toolId
    ? undefined
    : '.governedTool.toolId';
};

const bindingsUsable = (
  ids: readonly string[],
  bindings: readonly CredentialBinding[] | undefined,
): boolean => {
  if (bindings === undefined) return true;
  const usable = bindings.filter((binding) => approvedRuntimeProjection(binding) !== null);
  return ids.every((id) => usable.some((binding) => binding.credentialBindingId === id));
};

const isInactive = (record: { readonly lifecycleState: string } | undefined): boolean =>
  record !== undefined && record.lifecycleState !== 'active';
