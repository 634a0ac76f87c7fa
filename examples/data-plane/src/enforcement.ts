import {
  authorizeCall,
  type CallDecision,
  type CallFacts,
  type ClientSession,
  type GovernedTool,
  type PolicyObligation,
  type PolicyOutcome,
  type PolicyRequest,
} from '@govgate/domain';
import type { Known, KnownPolicy } from './known.js';

/** A session of a client with one server, as govgate knows it. */
export interface GovernedSession {
  readonly record: ClientSession;
  readonly serverId: string;
  readonly groups: readonly string[];
}

/** A call that may go ahead, at once or with an approval. */
export interface Admitted {
  readonly effect: 'allow' | 'ask';
  readonly tool: GovernedTool;
  readonly policy: KnownPolicy;
  readonly outcome: PolicyOutcome;
}
export interface Denied {
  readonly effect: 'deny';
  readonly reasonCode: string;
  readonly toolId: string | null;
}

/** A denial with its reason. */
export const denied = (reasonCode: string, toolId: string | null = null): Denied => ({
  effect: 'deny',
  reasonCode,
  toolId,
});

/** Decides by what is known at this moment, without waiting for anything: a decision is as true as the call that follows it at once. */
export const makeEnforcement = (known: Known) => {
  /** Whether the session may call at all. */
  const authorize = (session: GovernedSession, approval?: CallFacts['approval']): CallDecision =>
    authorizeCall({
      session: session.record,
      revocations: known.feed(),
      feedAgeSeconds: known.feedAgeSeconds(),
      ...(approval === undefined ? {} : { approval }),
    });

  const decide = (session: GovernedSession, toolName: string): Admitted | Denied => {
    const authorized = authorize(session);
    if (!authorized.allowed) return denied(authorized.reasonCode);
    const tools = known.tools(session.serverId);
    if (tools === undefined) return denied('registry_stale');
    const tool = tools.find(({ name }) => name === toolName);
    if (tool === undefined) return denied('tool_unknown');
    return tool.callable ? judge(session, tool) : denied('tool_not_callable', tool.toolId);
  };

  const judge = (session: GovernedSession, tool: GovernedTool): Admitted | Denied => {
    const policy = known.policy();
    if (policy === undefined) return denied('policy_stale', tool.toolId);
    if (policy === null) return denied('no_active_policy', tool.toolId);
    const outcome = policy.compiled.decide(questionOf(session, tool, 'tool.invoke'));
    if (outcome.effect === 'deny') return denied(outcome.reasonCode, tool.toolId);
    return { effect: outcome.effect === 'allow' ? 'allow' : 'ask', tool, policy, outcome };
  };

  /** Whether a client is told of a tool: it may be called, if only with an approval, and no rule says that it is not to be listed. */
  const lists = (session: GovernedSession, toolName: string): boolean => {
    const verdict = decide(session, toolName);
    if (verdict.effect === 'deny') return false;
    const listed = verdict.policy.compiled.decide(questionOf(session, verdict.tool, 'tool.list'));
    return listed.effect !== 'deny' || listed.decidedBy.length === 0;
  };

  const calls = new Map<string, { count: number; endsAt: number }>();
  /** Counts a call against an obligation; false where it may not be met, or is of a kind that nobody here knows. */
  const meets = (key: string, obligation: PolicyObligation): boolean => {
    if (obligation.type === 'audit_level') return true;
    if (obligation.type !== 'rate_limit') return false;
    const now = performance.now();
    const name = JSON.stringify([key, obligation.limit, obligation.window_seconds]);
    const known = calls.get(name);
    const window =
      known !== undefined && known.endsAt > now
        ? known
        : { count: 0, endsAt: now + obligation.window_seconds * 1000 };
    calls.set(name, { ...window, count: window.count + 1 });
    return window.count < obligation.limit;
  };

  /** Whether a call of a session that goes out now keeps to what its permission demands. */
  const meetsObligations = ({ record, serverId }: GovernedSession, { tool, outcome }: Admitted): boolean =>
    outcome.obligations.every((obligation) =>
      meets(JSON.stringify([record.userId, record.agentId, serverId, tool.toolId]), obligation),
    );

  return { authorize, decide, lists, meetsObligations };
};
export type Enforcement = ReturnType<typeof makeEnforcement>;

const questionOf = (
  { record, serverId, groups }: GovernedSession,
  { toolId, riskTier }: GovernedTool,
  action: PolicyRequest['action'],
): PolicyRequest => ({
  userId: record.userId,
  ...(record.agentId === null ? {} : { agentId: record.agentId }),
  ...(record.clientSurfaceId === null ? {} : { clientSurfaceId: record.clientSurfaceId }),
  groups,
  target: { kind: 'mcp_server', serverId, toolId },
  riskTier,
  action,
});
