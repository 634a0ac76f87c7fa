import type {
  DefinitionSetting,
  PolicyOutcome,
  PolicyRequest,
  PolicyVersion,
  Scope,
  User,
} from '@govgate/domain';
import { isPinned } from '@govgate/domain/internal';
import type { AnyKind, Page, Query, RecordFor, ScopeOfKind } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { AccessEntity, AccessQuestion } from '../access/access-question.js';
import {
  API_OPERATION,
  isMcpType,
  pairOf,
  type RequestedTarget,
  targetOf,
} from '../access/requested-target.js';
import { RevocationBook } from '../approvals/revocation-book.js';
import type { Ports } from '../call/ports.js';
import { whenKnown } from '../call/when-known.js';
import { settingsOf } from '../environments/environment-settings.js';
import { activeVersion } from '../policies/active-version.js';
import type { Caller } from './calling-subject.js';
import { type ActivePolicy, EnvironmentFacts } from './environment-facts.js';
import type { KnownServer, KnownTool } from './known-server.js';
import { LoadedPolicies, type LoadedPolicy, namesSource } from './loaded-policies.js';
import { attributesOf } from './question-attributes.js';

/** Environments that are remembered; more than a process serves at a time. */
const REMEMBERED = 100;

type Deps = Pick<Ports, 'records' | 'revocations' | 'revisions' | 'clock' | 'tenantQueue'>;

/** The result of a question before its answer is phrased: who decided, and the policy's outcome. */
export interface AccessVerdict {
  readonly outcome: PolicyOutcome;
  readonly policy: ActivePolicy | null;
  /** The subject that asks, once it is known. */
  readonly caller: Caller | undefined;
  /** The attribute that is too large to be decided on. */
  readonly tooLarge?: string;
}

/** One environment at a content revision of its tenant, with its policy. */
export class DecidingView {
  constructor(
    private readonly deps: Deps,
    private readonly facts: EnvironmentFacts,
    /** Undefined: no version is active. */
    readonly policy: LoadedPolicy | undefined,
  ) {}

  get scope(): Scope {
    return this.facts.scope;
  }

  /** A page of records of the environment or its tenant, for searches. */
  recordsOf<K extends AnyKind>(kind: K, scope: ScopeOfKind<K>, query: Query<K>): Promise<Page<RecordFor<K>>> {
    return this.deps.records.page(kind, scope, query);
  }

  knowUsers(users: readonly User[]): Promise<void> {
    return this.facts.knowUsers(users);
  }

  server(serverId: string): KnownServer | Promise<KnownServer> {
    return this.facts.server(serverId);
  }

  /** Decides one question, synchronously if everything needed is cached. */
  decide(question: AccessQuestion): AccessVerdict | Promise<AccessVerdict> {
    return this.#decideBy(question, this.facts.definitions);
  }

  /** The same for a search, which knows of no definition: whoever calls names it then. */
  find(question: AccessQuestion): AccessVerdict | Promise<AccessVerdict> {
    return this.#decideBy(question, 'trust_gateway');
  }

  #decideBy(
    question: AccessQuestion,
    definitions: DefinitionSetting,
  ): AccessVerdict | Promise<AccessVerdict> {
    const { facts, policy } = this;
    if (policy === undefined) return denied('no_active_policy', null);
    const { type } = question.resource;
    if (!isMcpType(type) && type !== API_OPERATION && !namesSource(policy, type))
      return this.#denied('resource_type_unknown');
    const wanted = targetOf(question.resource, question.action.name);
    if (wanted === undefined) return this.#denied('target_unknown');
    const caller = facts.caller(question.subject);
    const server = wanted.target.kind === 'mcp_server' ? facts.server(wanted.target.serverId) : undefined;
    if (caller instanceof Promise || server instanceof Promise)
      return this.#decideLater({ policy, question, request: wanted, definitions }, caller, server);
    return this.#decide({ policy, question, request: wanted, definitions }, caller, server);
  }

  async #decideLater(
    evaluation: Evaluation,
    caller: Caller | Promise<Caller>,
    server: KnownServer | undefined | Promise<KnownServer>,
  ): Promise<AccessVerdict> {
    return this.#decide(evaluation, await caller, await server);
  }

  #decide(evaluation: Evaluation, caller: Caller, server: KnownServer | undefined): AccessVerdict {
    if (!caller.known) return this.#denied(caller.because);
    const { policy, question, request: wanted } = evaluation;
    const tool = server === undefined ? undefined : requestedTool(server, question.resource);
    const obstacle = server === undefined ? undefined : obstacleAt(server, tool, evaluation);
    if (obstacle !== undefined) return this.#denied(obstacle);
    const attributes = attributesOf(question, policy.attributes, this.deps.clock.now());
    if ('tooLarge' in attributes) return { ...this.#denied('limit_exceeded'), ...attributes };
    const request: PolicyRequest = {
      ...caller.request,
      ...wanted,
      ...(tool === undefined ? {} : { riskTier: tool.riskTier }),
      attributes: attributes.values,
    };
    return { outcome: policy.compiled.decide(request), policy: this.facts.active ?? null, caller };
  }

  #denied(reasonCode: string): AccessVerdict {
    return denied(reasonCode, this.facts.active ?? null);
  }
}

interface Evaluation {
  readonly policy: LoadedPolicy;
  readonly question: AccessQuestion;
  readonly request: RequestedTarget;
  /** What is to be known of a tool's definition. */
  readonly definitions: DefinitionSetting;
}

const requestedTool = ({ tools }: KnownServer, { type, id }: AccessEntity): KnownTool | undefined =>
  type === 'mcp_tool' ? tools.get(pairOf(id)?.[1] ?? '') : undefined;

// What a registered server does not offer, or a server that neither the registry nor a rule knows by name, is nothing to decide on.
const obstacleAt = (
  { isRegistered, inUse }: KnownServer,
  tool: KnownTool | undefined,
  { policy, question: { resource, action }, definitions }: Evaluation,
): string | undefined => {
  if (!isRegistered)
    return policy.serverRules.has(pairOf(resource.id)?.[0] ?? '') ? undefined : 'target_unknown';
  if (resource.type !== 'mcp_tool') return inUse ? undefined : 'target_unknown';
  if (tool === undefined) return 'target_unknown';
  const lists = action.name === 'tool.list';
  if (!lists && !tool.callable) return 'tool_not_callable';
  const sent = resource.properties?.definition_hash;
  return definitionGap(tool, sent, lists ? 'trust_gateway' : definitions);
};

const definitionGap = (
  { definitionHash: pinned }: KnownTool,
  sent: unknown,
  definitions: DefinitionSetting,
): 'definition_differs' | 'definition_unknown' | undefined => {
  if (pinned === undefined || (typeof sent === 'string' && isPinned(pinned, sent))) return undefined;
  if (sent !== undefined) return 'definition_differs';
  return definitions === 'required' ? 'definition_unknown' : undefined;
};

const NONE: readonly never[] = [];

const denied = (reasonCode: string, policy: ActivePolicy | null): AccessVerdict => ({
  outcome: { effect: 'deny', reasonCode, decidedBy: NONE, approvals: NONE, obligations: NONE },
  policy,
  caller: undefined,
});

/**
 * Decides in memory by the compiled active policy of each environment (docs/spec/authzen.md). Everything a decision depends on
 * changes only by commits, and every commit moves the tenant's content revision: so facts hold while the revision stands, and a publish,
 * revocation or change of a group counts with the next question, whichever process made it.
 */
export class DecisionPoint {
  readonly #facts = new LRUCache<string, EnvironmentFacts>({ max: REMEMBERED });
  readonly #policies: LoadedPolicies;
  readonly #book: RevocationBook;

  constructor(private readonly deps: Deps) {
    this.#policies = new LoadedPolicies(deps);
    this.#book = new RevocationBook(deps);
  }

  /** The environment's current view; if the call already read the tenant's revision, the view at that revision or later. */
  in(scope: Scope, revision?: number): DecidingView | Promise<DecidingView> {
    if (revision !== undefined) return this.#at(scope, revision);
    return whenKnown(this.deps.revisions.revisions(scope.tenantId), ({ content }) =>
      this.#at(scope, content),
    );
  }

  #at(scope: Scope, revision: number): DecidingView | Promise<DecidingView> {
    const facts = this.#facts.get(keyOf(scope));
    // Facts of a later revision contain everything this call must see.
    if (facts === undefined || facts.revision < revision) return this.#refresh(scope, revision);
    const policy = facts.active && this.#policies.get(facts.active.manifestHash);
    return facts.active !== undefined && policy === undefined
      ? this.#refresh(scope, revision)
      : new DecidingView(this.deps, facts, policy);
  }

  async #refresh(scope: Scope, revision: number): Promise<DecidingView> {
    const active = (await activeVersion(this.deps, scope))?.record;
    const { definitions } = (await settingsOf(this.deps, scope)).record;
    const policy = active && (await this.#policyOf(active));
    const facts = new EnvironmentFacts(
      { ...this.deps, book: this.#book },
      scope,
      revision,
      active && {
        policyVersion: active.policyVersion,
        manifestHash: active.manifestHash,
      },
      definitions,
    );
    // Facts of an earlier revision than the current one came too late.
    if ((this.#facts.get(keyOf(scope))?.revision ?? -1) <= revision) this.#facts.set(keyOf(scope), facts);
    return new DecidingView(this.deps, facts, policy);
  }

  #policyOf(active: PolicyVersion): LoadedPolicy | Promise<LoadedPolicy> {
    return this.#policies.get(active.manifestHash) ?? this.#policies.load(active);
  }
}

const keyOf = ({ tenantId, environmentId }: Scope): string => `${tenantId}\0${environmentId}`;

/** Dependencies of deciding use cases besides the ports. */
export interface DecisionPorts {
  /** Decides by the active policies, for all callers of this process. */
  readonly decisionPoint: Pick<DecisionPoint, 'in'>;
}
