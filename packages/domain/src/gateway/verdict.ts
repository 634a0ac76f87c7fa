import { authorizeCall, type CallFacts } from '../client-session/authorize-call.js';
import type { ClientSession } from '../client-session/client-session.js';
import type { GovernedTool } from '../mcp-server/governed-tool.js';
import type { PolicyAction } from '../policy/manifest.js';
import type { PolicyOutcome } from '../policy/policy-outcome.js';
import type { PolicyRequest } from '../policy/policy-request.js';
import { TARGETS, typeOfTarget } from '../policy/target-lists.js';
import type { GatewayCall, GatewayDecision, GatewayDenial, GatewayRead } from './gateway-call.js';
import type { KnownPolicy, KnownState } from './known-state.js';

/** A call that is not made, and why. */
export type Denied = Extract<GatewayDecision, { readonly allowed: false }>;

export const denied = (reasonCode: GatewayDenial | string, field?: string): Denied => ({
  allowed: false,
  reasonCode,
  ...(field && { field }),
});

/** A call or a read that may go ahead, at once or with approvals. */
export interface Admitted {
  readonly allowed: true;
  readonly session: ClientSession;
  /** Null for a read. */
  readonly tool: GovernedTool | null;
  readonly policy: KnownPolicy;
  readonly outcome: PolicyOutcome;
}

export const allowed = ({ tool, policy, outcome }: Admitted): GatewayDecision => ({
  allowed: true,
  reasonCode: outcome.reasonCode,
  toolId: tool?.toolId ?? null,
  policyVersion: policy.policyVersion,
  decidedBy: outcome.decidedBy,
  obligations: outcome.obligations,
});

/** Whether a later decision says the same by the same version. */
export const isSame = (one: Admitted, other: Admitted): boolean =>
  one.policy.policyVersion === other.policy.policyVersion && one.outcome.effect === other.outcome.effect;

/** A session, and whether all of its bindings may be used. */
interface KnownSession {
  readonly session: ClientSession | undefined;
  readonly areUsable: boolean;
}

export const knownSession = async (state: KnownState, clientSessionId: string): Promise<KnownSession> => {
  const [session] = await Promise.all([state.session(clientSessionId), state.feed.refresh()]);
  const areUsable = session !== undefined && (await state.areUsable(session.credentialBindingIds));
  return { session, areUsable };
};

// From here on nothing is waited for, so that a decision holds when it is told.

/** Why a session may not call; `about` is what else its right to call depends on. */
export const sessionGap = (
  { feed }: KnownState,
  { session, areUsable }: KnownSession,
  about: Partial<CallFacts>,
): Denied | undefined => {
  const authorized = authorizeCall({
    session,
    revocations: feed.view,
    feedAgeSeconds: feed.ageSeconds,
    ...about,
  });
  if (!authorized.allowed) return denied(authorized.reasonCode, authorized.field);
  return areUsable ? undefined : denied('binding_not_approved');
};

/** What the policy is asked about; the name is that of what is read. */
type RequestedCall = Pick<GatewayCall, 'serverId' | 'groups' | 'attributes'> &
  Partial<Pick<GatewayRead, 'name'>>;

interface PolicyQuestion {
  readonly call: RequestedCall;
  readonly tool: GovernedTool | null;
  readonly action: PolicyAction;
  readonly about: Partial<CallFacts>;
}

/** Whether a call or a read may go ahead, if only with approvals. */
export const admit = (
  state: KnownState,
  known: KnownSession,
  policy: KnownPolicy | null | undefined,
  { call, tool, action, about }: PolicyQuestion,
): Admitted | Denied => {
  const { session } = known;
  const gap = sessionGap(state, known, about);
  if (gap !== undefined || session === undefined) return gap ?? denied('session_unknown');
  if (policy === undefined) return denied('policy_stale');
  if (policy === null || policy.tenantId !== session.tenantId) return denied('no_active_policy');
  const outcome = judge({ session, tool, policy }, call, action);
  return outcome.effect === 'deny'
    ? denied(outcome.reasonCode, outcome.field)
    : { allowed: true, session, tool, policy, outcome };
};

/** What the policy says. */
export const judge = (
  { session, tool, policy }: Pick<Admitted, 'session' | 'tool' | 'policy'>,
  { serverId, groups, attributes, name }: RequestedCall,
  action: PolicyAction,
): PolicyOutcome => {
  const kind = 'mcp_server';
  const [, , , part] = TARGETS[typeOfTarget({ target: { kind }, action })];
  const request: PolicyRequest = {
    userId: session.userId,
    ...(session.agentId && { agentId: session.agentId }),
    ...(session.clientSurfaceId && { clientSurfaceId: session.clientSurfaceId }),
    groups: groups ?? [],
    target: { kind, serverId, [part]: tool?.toolId ?? name },
    ...(tool && { riskTier: tool.riskTier }),
    action,
    ...(attributes && { attributes }),
  };
  return policy.compiled.decide(request);
};
