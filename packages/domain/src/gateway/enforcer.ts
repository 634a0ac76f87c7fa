import type { CallFacts } from '../client-session/authorize-call.js';
import { EVALUATION_ERROR } from '../policy/policy-outcome.js';
import type { FeedRevocation } from '../revocation.js';
import { askConsent, type Consent } from './consent.js';
import { type Enforcer, type EnforcerOptions, wrongOptions } from './enforcer-options.js';
import {
  type GatewayCall,
  type GatewayDecision,
  type GatewayRead,
  type SessionDecision,
  wrongInCall,
  wrongInRead,
  wrongName,
} from './gateway-call.js';
import { KnownState } from './known-state.js';
import { Obligations } from './obligations.js';
import {
  type Admitted,
  admit,
  allowed,
  type Denied,
  denied,
  isSame,
  judge,
  knownSession,
  sessionGap,
} from './verdict.js';

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
    return this.#attempt(
      'call',
      () => wrongInCall(call),
      () => this.#decide(call),
    );
  }

  decideRead(read: GatewayRead): Promise<GatewayDecision> {
    return this.#attempt(
      'read',
      () => wrongInRead(read),
      () => this.#decideRead(read),
    );
  }

  decideSession(clientSessionId: string): Promise<SessionDecision> {
    return this.#attempt(
      'clientSessionId',
      () => wrongName(clientSessionId),
      async () => {
        const known = await knownSession(this.#state, clientSessionId);
        return sessionGap(this.#state, known, {}) ?? { allowed: true };
      },
    );
  }

  async lists(call: GatewayCall): Promise<boolean> {
    const decision = await this.#attempt(
      'call',
      () => wrongInCall(call),
      async (): Promise<SessionDecision> => {
        const admitted = await this.#admit(call, undefined);
        if (!admitted.allowed) return admitted;
        const { effect, decidedBy, reasonCode } = judge(admitted, call, 'tool.list');
        return effect === 'deny' && decidedBy.length > 0 ? denied(reasonCode) : { allowed: true };
      },
    );
    return decision.allowed;
  }

  async #attempt<T>(
    what: string,
    findWrong: () => string | undefined,
    decide: () => Promise<T>,
  ): Promise<T | Denied> {
    try {
      const wrong = findWrong();
      return wrong === undefined ? await decide() : denied(EVALUATION_ERROR, `${what}${wrong}`);
    } catch (error) {
      this.#failed('call', error);
      return denied(EVALUATION_ERROR);
    }
  }

  async #decide(call: GatewayCall): Promise<GatewayDecision> {
    const first = await this.#admit(call, undefined);
    if (!first.allowed) return first;
    if (first.outcome.effect === 'allow') return this.#obligationGap(call.serverId, first) ?? allowed(first);
    const consent = await this.#consent(call, first.tool?.toolId ?? '', first);
    if (consent === undefined) return denied('approval_unavailable');
    // Consent takes time. What counts is what holds now, by the version that was consented to.
    const now = await this.#admit(call, consent.facts);
    if (!now.allowed) return now;
    if (!isSame(now, first)) return denied('policy_changed');
    const gap = this.#obligationGap(call.serverId, now);
    if (gap !== undefined) return gap;
    if (!(await this.#use(consent))) return denied('approval_unavailable');
    const last = await this.#admit(call, undefined);
    if (!last.allowed) return last;
    return isSame(last, first) ? allowed(last) : denied('policy_changed');
  }

  async #decideRead(read: GatewayRead): Promise<GatewayDecision> {
    const state = this.#state;
    const [known, server, policy] = await Promise.all([
      knownSession(state, read.clientSessionId),
      state.server(read.serverId),
      state.policy(),
    ]);
    if (server === undefined) return denied('registry_stale');
    if (!server.inUse) return denied('server_not_in_use');
    const admitted = admit(state, known, policy, { call: read, tool: null, action: read.action, about: {} });
    if (!admitted.allowed) return admitted;
    // Approvals are for calls of tools.
    if (admitted.outcome.effect !== 'allow') return denied('approval_unavailable');
    return this.#obligationGap(read.serverId, admitted) ?? allowed(admitted);
  }

  /** What is known of a call at this moment. */
  async #admit(call: GatewayCall, approval: CallFacts['approval']): Promise<Admitted | Denied> {
    const state = this.#state;
    const [known, server, policy] = await Promise.all([
      knownSession(state, call.clientSessionId),
      state.server(call.serverId),
      state.policy(),
    ]);
    if (known.session === undefined) return denied('session_unknown');
    if (server === undefined) return denied('registry_stale');
    const tool = server.tools.find(({ name }) => name === call.toolName);
    if (tool === undefined) return denied('tool_unknown');
    const about = {
      tool: { serverId: call.serverId, toolId: tool.toolId },
      governedTool: tool,
      ...(call.definition && { definition: call.definition }),
      ...(call.definitionHash && { definitionHash: call.definitionHash }),
      ...(approval && { approval }),
    };
    return admit(state, known, policy, { call, tool, action: 'tool.invoke', about });
  }

  async #consent(
    call: GatewayCall,
    toolId: string,
    { session, policy, outcome }: Admitted,
  ): Promise<Consent | undefined> {
    const { client, environmentId, approvalWaitSeconds = APPROVAL_WAIT_SECONDS } = this.options;
    const needed = { call, session, toolId, policy, outcome };
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

  #obligationGap(serverId: string, { session, tool, outcome }: Admitted): Denied | undefined {
    const who = [session.userId, session.agentId, serverId, tool?.toolId ?? null];
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

const deniesAll = (field: string): Enforcer => ({
  decide: async () => denied(EVALUATION_ERROR, field),
  decideRead: async () => denied(EVALUATION_ERROR, field),
  decideSession: async () => denied(EVALUATION_ERROR, field),
  lists: async () => false,
  follow: () => {
    throw new TypeError(`the enforcer cannot read: look at ${field}`);
  },
  lastRevocationSequence: 0,
  policyVersion: async () => null,
});
