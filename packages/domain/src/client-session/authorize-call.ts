import { APPROVAL_DENIALS, type ApprovalFacts, approvalGap } from '../approval/approval-cover.js';
import type { CredentialBinding } from '../credential-binding/credential-binding.js';
import { approvedRuntimeProjection } from '../credential-binding/runtime-projection.js';
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
  ...APPROVAL_DENIALS,
  'evaluation_error',
] as const;
export type CallDenial = (typeof CALL_DENIALS)[number];

export type CallDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reasonCode: CallDenial; readonly revocationId: string | null };

/** What a gateway knows when a call arrives on a session. */
export interface CallFacts {
  /** Undefined: the gateway has no such session. */
  readonly session: Omit<ClientSession, 'lastSeenAt' | 'revocationId' | 'backendSessionIds'> | undefined;
  readonly revocations: Pick<RevocationView, 'covering' | 'coveringTool' | 'stale'>;
  /** The tool to be called. If given, it must not be revoked. */
  readonly tool?: CalledTool;
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
 * Whether a call may proceed on a session (decisions, sections 5 and 16). Only an active session may call: a pending or idle one is
 * activated first, a draining one accepts no new calls. Anything unknown, stale or broken is a denial; API answers must first be read with
 * `sessionFromWire` and `revocationsFromWire`, as raw ones are not recognised here.
 * @public Gateways call it.
 */
export const authorizeCall = (facts: CallFacts): CallDecision => {
  try {
    return decide(facts);
  } catch {
    return denied('evaluation_error');
  }
};

const decide = (facts: CallFacts): CallDecision => {
  const { session } = facts;
  if (session === undefined) return denied('session_unknown');
  if (session.state !== 'active') return denied('session_not_active');
  if (!isSession(session)) return denied('evaluation_error');
  if (!isFresh(facts.feedAgeSeconds)) return denied('feed_stale');
  const revocation = facts.revocations.covering(session);
  if (revocation !== undefined) return denied('revoked', revocation.revocationId);
  const toolRevocation = facts.tool === undefined ? undefined : facts.revocations.coveringTool(facts.tool);
  if (toolRevocation !== undefined) return denied('revoked', toolRevocation.revocationId);
  if (facts.revocations.stale !== false) return denied('feed_stale');
  if (!bindingsUsable(session.credentialBindingIds, facts.bindings)) return denied('binding_not_approved');
  if (isInactive(facts.agent)) return denied('agent_not_active');
  if (isInactive(facts.clientSurface)) return denied('client_surface_not_active');
  const gap = facts.approval === undefined ? undefined : approvalGap(session.clientSessionId, facts.approval);
  return gap === undefined ? { allowed: true } : denied(gap);
};

const denied = (reasonCode: CallDenial, revocationId: string | null = null): CallDecision => ({
  allowed: false,
  reasonCode,
  revocationId,
});

// A negative age, NaN or a non-number means a broken clock, and is no proof of freshness.
const isFresh = (ageSeconds: unknown): boolean =>
  typeof ageSeconds === 'number' && ageSeconds >= 0 && ageSeconds <= MAX_FEED_AGE_SECONDS;

type Session = NonNullable<CallFacts['session']>;

// Types promise it, but a raw answer uses other names, under which no revocation is found.
const isSession = (session: Session): boolean => {
  const { tenantId, environmentId, clientSessionId, userId, agentId, clientSurfaceId } = session;
  return (
    [tenantId, environmentId, clientSessionId, userId].every(isName) &&
    [agentId, clientSurfaceId].every((id) => id === null || isName(id)) &&
    Array.isArray(session.credentialBindingIds) &&
    session.credentialBindingIds.every(isName)
  );
};

const isName = (id: unknown): boolean => typeof id === 'string' && id !== '';

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
