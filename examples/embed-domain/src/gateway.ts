import {
  authorizeCall,
  type CallDecision,
  type CallFacts,
  type CompiledPolicy,
  compilePolicy,
  type PolicyRequest,
  policyFromWire,
  RevocationView,
  revocationsFromWire,
  sessionFromWire,
} from '@govgate/domain';

/** Asks govgate's API for a path and gives the JSON of its answer. */
export type Ask = (path: string) => Promise<unknown>;

/** What this gateway enforces, and for whom. */
export interface Enforced {
  /** `tenant_id=...&environment_id=...` */
  readonly scope: string;
  readonly policyVersion: string;
  readonly clientSessionId: string;
}

/** A call by its target, tier, action and attributes; who calls is the session's own business. */
export type SessionCall = Pick<PolicyRequest, 'target' | 'riskTier' | 'action' | 'attributes' | 'groups'>;

/** Opens a gateway for one session: it reads the policy, the session and the revocation feed, and decides calls from then on. */
export const openGateway = async (ask: Ask, { scope, policyVersion, clientSessionId }: Enforced) => {
  // Whatever cannot be read throws here, and a gateway without a policy or a session lets no call through.
  const policy: CompiledPolicy = compilePolicy(
    policyFromWire(await ask(`/v1/policies/${policyVersion}?${scope}`)),
  );
  const session = sessionFromWire(await ask(`/v1/sessions/${clientSessionId}?${scope}`));
  const revocations = new RevocationView();
  let readToEndAt = Number.NEGATIVE_INFINITY;

  /** Reads the feed to its end; to be called again and again, with `wait=30` behind the first time. */
  const readFeed = async (): Promise<void> => {
    for (;;) {
      const page = revocationsFromWire(
        await ask(`/v1/revocations?${scope}&after=${revocations.lastSequence}`),
      );
      if (!revocations.apply(page)) return;
      if (page.items.length > 0) continue;
      readToEndAt = performance.now();
      return;
    }
  };

  const decide = (call: SessionCall): string => {
    const feedAgeSeconds = (performance.now() - readToEndAt) / 1000;
    const facts: CallFacts = { session, revocations, feedAgeSeconds };
    const authorized: CallDecision = authorizeCall(facts);
    if (!authorized.allowed) return `denied (${authorized.reasonCode})`;
    const { agentId, clientSurfaceId, userId } = session;
    const { effect, reasonCode } = policy.decide({
      ...call,
      userId,
      ...(agentId === null ? {} : { agentId }),
      ...(clientSurfaceId === null ? {} : { clientSurfaceId }),
    });
    return `${effect} (${reasonCode})`;
  };

  return { readFeed, decide };
};
