import { authorizeCall, type CallFacts } from '../client-session/authorize-call.js';
import type { ClientSession } from '../client-session/client-session.js';
import type { GovernedTool } from '../mcp-server/governed-tool.js';
import type { PolicyAction } from '../policy/manifest.js';
import { EVALUATION_ERROR, type PolicyOutcome } from '../policy/policy-outcome.js';
import type { PolicyRequest } from '../policy/policy-request.js';
import type { FeedRevocation } from '../revocation.js';
import { askConsent, type Consent } from './consent.js';
import { type Enforcer, type EnforcerOptions, wrongOptions } from './enforcer-options.js';
import { type GatewayCall, type GatewayDecision, type GatewayDenial, wrongInCall } from './gateway-call.js';
import { type KnownPolicy, KnownState } from './known-state.js';
import { Obligations } from './obligations.js';

const APPROVAL_WAIT_SECONDS = 60;

/**
 * What a gateway decides calls with: it reads what counts from govgate, keeps it for as long as it may count, and denies whatever it does
 * not know (docs/how-to/gateway.md). Options of a wrong shape give one that denies every call and names the option.
 * @example const enforcer = createEnforcer({ client: createClient({ baseUrl, token }), environmentId: 'production' })
 */
export const createEnforcer = (options: EnforcerOptions): Enforcer => {
  const wrong = wrongOptions(options);
  return wrong === undefined ? new ReadingEnforcer(options) : deniesAll(`options${wrong}`);
};

const denied = (reasonCode: GatewayDenial | string, field?: string): Denied => ({
  allowed: false,
  reasonCode,
  ...(field === undefined ? {} : { field }),
});
type Denied = Extract<GatewayDecision, { readonly allowed: false }>;

/** A call that may go ahead, at once or with approvals. */
interface Admitted {
  readonly allowed: true;
  readonly session: ClientSession;
  readonly tool: GovernedTool;
  readonly policy: KnownPolicy;
  readonly outcome: PolicyOutcome;
}

class ReadingEnforcer implements Enforcer {
  readonly #state: KnownState;
  readonly #obligations: Obligations;
  readonly #now: () => number;

  constructor(private readonly options: EnforcerOptions) {
    const { client, environmentId, now = Date.now } = options;
    this.#now = now;
    this.#obligations = new Obligations(now);
    const failed = (what: string, error: unknown): void => this.#failed(what, error);
    this.#state = new KnownState(client, { environmentId, now, failed });
  }

  get lastRevocationSequence(): number {
    return this.#state.feed.view.lastSequence;
  }

  async policyVersion(): Promise<string | null> {
    return (await this.#state.policy())?.policyVersion ?? null;
  }

  follow(): AsyncGenerator<readonly FeedRevocation[], never, undefined> {
    return this.#state.feed.follow();
  }

  decide(call: GatewayCall): Promise<GatewayDecision> {
    return this.#attempt(call, () => this.#decide(call));
  }

  async lists(call: GatewayCall): Promise<boolean> {
    const decision = await this.#attempt(call, async () => {
      const admitted = await this.#admit(call, undefined);
      if (!admitted.allowed) return admitted;
      const { effect, decidedBy, reasonCode } = judge(admitted, call, 'tool.list');
      return effect === 'deny' && decidedBy.length > 0 ? denied(reasonCode) : allowed(admitted);
    });
    return decision.allowed;
  }

  async #attempt(call: GatewayCall, decide: () => Promise<GatewayDecision>): Promise<GatewayDecision> {
    try {
      const wrong = wrongInCall(call);
      return wrong === undefined ? await decide() : denied(EVALUATION_ERROR, `call${wrong}`);
    } catch (error) {
      this.#failed('call', error);
      return denied(EVALUATION_ERROR);
    }
  }

  async #decide(call: GatewayCall): Promise<GatewayDecision> {
    const first = await this.#admit(call, undefined);
    if (!first.allowed) return first;
    if (first.outcome.effect === 'allow') return this.#obligationGap(first) ?? allowed(first);
    const consent = await this.#consent(call, first);
    if (consent === undefined) return denied('approval_unavailable');
    // Consent takes time. What counts is what holds now, by the version that was consented to.
    const now = await this.#admit(call, consent.facts);
    if (!now.allowed) return now;
    if (!isSame(now, first)) return denied('policy_changed');
    const gap = this.#obligationGap(now);
    if (gap !== undefined) return gap;
    if (!(await this.#use(consent))) return denied('approval_unavailable');
    const last = await this.#admit(call, undefined);
    if (!last.allowed) return last;
    return isSame(last, first) ? allowed(last) : denied('policy_changed');
  }

  /** What is known of a call at this moment. */
  async #admit(call: GatewayCall, approval: CallFacts['approval']): Promise<Admitted | Denied> {
    const state = this.#state;
    const [session, tools, policy] = await Promise.all([
      state.session(call.clientSessionId),
      state.tools(call.serverId),
      state.policy(),
      state.feed.refresh(),
    ]);
    if (session === undefined) return denied('session_unknown');
    if (tools === undefined) return denied('registry_stale');
    const tool = tools.find(({ name }) => name === call.toolName);
    if (tool === undefined) return denied('tool_unknown');
    const areUsable = await state.areUsable(session.credentialBindingIds);
    // Decided without waiting for anything, so that it holds when it is told.
    const authorized = authorizeCall({
      session,
      revocations: state.feed.view,
      feedAgeSeconds: state.feed.ageSeconds,
      tool: { serverId: call.serverId, toolId: tool.toolId },
      governedTool: tool,
      ...(call.definition === undefined ? {} : { definition: call.definition }),
      ...(call.definitionHash === undefined ? {} : { definitionHash: call.definitionHash }),
      ...(approval === undefined ? {} : { approval }),
    });
    if (!authorized.allowed) return denied(authorized.reasonCode, authorized.field);
    if (!areUsable) return denied('binding_not_approved');
    if (policy === undefined) return denied('policy_stale');
    if (policy === null || policy.tenantId !== session.tenantId) return denied('no_active_policy');
    const admitted = { allowed: true, session, tool, policy } as const;
    const outcome = judge(admitted, call, 'tool.invoke');
    return outcome.effect === 'deny' ? denied(outcome.reasonCode, outcome.field) : { ...admitted, outcome };
  }

  async #consent(
    call: GatewayCall,
    { session, tool, policy, outcome }: Admitted,
  ): Promise<Consent | undefined> {
    const { client, environmentId, approvalWaitSeconds = APPROVAL_WAIT_SECONDS } = this.options;
    const needed = { call, session, toolId: tool.toolId, policy, outcome };
    try {
      return await askConsent(client, { environmentId, now: this.#now }, needed, approvalWaitSeconds);
    } catch (error) {
      this.#failed('approval', error);
      // Most likely another version was published.
      this.#state.forgetPolicy();
      return undefined;
    }
  }

  async #use(consent: Consent): Promise<boolean> {
    try {
      await consent.use();
      return true;
    } catch (error) {
      this.#failed('approval', error);
      return false;
    }
  }

  #obligationGap({ session, tool, outcome }: Admitted): Denied | undefined {
    const who = JSON.stringify([session.userId, session.agentId, tool.toolId]);
    const gap = this.#obligations.gap(who, outcome.obligations);
    return gap === undefined ? undefined : denied(gap);
  }

  #failed(what: string, error: unknown): void {
    try {
      this.options.onError?.(what, error);
    } catch {
      // Whoever only listens changes no decision.
    }
  }
}

const isSame = (one: Admitted, other: Admitted): boolean =>
  one.policy.policyVersion === other.policy.policyVersion && one.outcome.effect === other.outcome.effect;

const judge = (
  { session, tool, policy }: Pick<Admitted, 'session' | 'tool' | 'policy'>,
  { serverId, groups, attributes }: GatewayCall,
  action: PolicyAction,
): PolicyOutcome => {
  const request: PolicyRequest = {
    userId: session.userId,
    ...(session.agentId === null ? {} : { agentId: session.agentId }),
    ...(session.clientSurfaceId === null ? {} : { clientSurfaceId: session.clientSurfaceId }),
    groups: groups ?? [],
    target: { kind: 'mcp_server', serverId, toolId: tool.toolId },
    riskTier: tool.riskTier,
    action,
    ...(attributes === undefined ? {} : { attributes }),
  };
  return policy.compiled.decide(request);
};

const allowed = ({ tool, policy, outcome }: Admitted): GatewayDecision => ({
  allowed: true,
  reasonCode: outcome.reasonCode,
  toolId: tool.toolId,
  policyVersion: policy.policyVersion,
  decidedBy: outcome.decidedBy,
  obligations: outcome.obligations,
});

const deniesAll = (field: string): Enforcer => ({
  decide: async () => denied(EVALUATION_ERROR, field),
  lists: async () => false,
  follow: () => {
    throw new TypeError(`the enforcer cannot read: look at ${field}`);
  },
  lastRevocationSequence: 0,
  policyVersion: async () => null,
});
