import {
  type CompiledPolicy,
  compilePolicy,
  type PolicyManifest,
  type PolicyOutcome,
  type PolicyRequest,
  type PolicyVersion,
  type Scope,
  type User,
} from '@govgate/domain';
import type { AnyKind, Page, Query, RecordFor, ScopeOfKind } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import { type AccessEntity, type AccessQuestion, attributesOf, targetOf } from '../access/access-question.js';
import { RevocationBook } from '../approvals/revocation-book.js';
import type { Ports } from '../call/ports.js';
import { whenKnown } from '../call/when-known.js';
import { activeVersion } from '../policies/active-version.js';
import type { AccessAnswer } from './access-answer.js';
import { lookUpTool, type ToolStanding } from './called-tool.js';
import { type Caller, lookUpCaller, lookUpUsers } from './calling-subject.js';
import { NUL, RememberedAnswers } from './remembered-answers.js';

/** Environments that are cached; more than a process serves at a time. */
const REMEMBERED = 100;
/** Characters cached per environment while nothing changes; plus the minimum overhead of each entry. */
const MOST_CHARACTERS = 1_000_000;
const CHARACTERS_OF_A_FACT = 100;

type Deps = Pick<Ports, 'records' | 'revocations' | 'revisions'>;

/** The active policy, compiled. */
export interface ActivePolicy {
  readonly policy: PolicyVersion;
  readonly version: number;
  readonly compiled: CompiledPolicy;
  /** Whether any rule has a condition: only conditions use attributes. */
  readonly readsAttributes: boolean;
}

/** The result of a question before its answer is phrased: who decided, and the policy's outcome. */
export interface AccessVerdict {
  readonly outcome: PolicyOutcome;
  readonly policy: PolicyVersion | null;
  /** The session and tool in question, if any. */
  readonly caller: Caller | undefined;
}

/** One environment at a content revision of its tenant. */
export class DecidingView {
  readonly #callers = remembering<Caller>();
  readonly #tools = remembering<ToolStanding>();
  readonly #answers = new RememberedAnswers(MOST_CHARACTERS);
  /** Distinct answers: no more than there are rules and reasons. */
  readonly distinctAnswers = new Map<string, AccessAnswer>();

  constructor(
    private readonly deps: Deps & { readonly book: RevocationBook },
    readonly scope: Scope,
    readonly revision: number,
    readonly active: ActivePolicy | undefined,
  ) {}

  /** A page of records of the environment or its tenant, for searches. */
  recordsOf<K extends AnyKind>(kind: K, scope: ScopeOfKind<K>, query: Query<K>): Promise<Page<RecordFor<K>>> {
    return this.deps.records.page(kind, scope, query);
  }

  /** Looks up several users of the tenant together, before each of them is asked about. */
  async knowUsers(users: readonly User[]): Promise<void> {
    const fresh = users.filter(({ userId }) => !this.#callers.has(callerKey('user', userId)));
    if (fresh.length === 0) return;
    for (const [userId, caller] of await lookUpUsers(this.deps, this.scope, fresh))
      this.#callers.set(callerKey('user', userId), caller);
  }

  /** The earlier answer to a question, if it cannot have changed. */
  remembered(question: AccessQuestion): AccessAnswer | undefined {
    return this.#tellsTheSame() ? this.#answers.get(question) : undefined;
  }

  remember(question: AccessQuestion, answer: AccessAnswer): void {
    if (this.#tellsTheSame()) this.#answers.set(question, answer);
  }

  // Without conditions a policy considers only subject, action and resource.
  #tellsTheSame(): boolean {
    return this.active?.readsAttributes === false;
  }

  /** Decides one question, synchronously if everything needed is cached. */
  decide(question: AccessQuestion): AccessVerdict | Promise<AccessVerdict> {
    const { active } = this;
    if (active === undefined) return denied('no_active_policy', null);
    const about = targetOf(question.resource, question.action.name);
    if (about === undefined) return denied('target_unknown', active.policy);
    const caller = this.#caller(question.subject);
    const { target } = about;
    const tool =
      target.kind === 'mcp_server' ? this.#tool(target.serverId, target.toolId ?? '') : UNREGISTERED;
    if (caller instanceof Promise || tool instanceof Promise)
      return this.#decideLater({ active, question, about }, caller, tool);
    return decideBy({ active, question, about }, caller, tool);
  }

  async #decideLater(
    { active, question, about }: Asked,
    caller: Caller | Promise<Caller>,
    tool: ToolStanding | Promise<ToolStanding>,
  ): Promise<AccessVerdict> {
    return decideBy({ active, question, about }, await caller, await tool);
  }

  #caller(subject: AccessEntity): Caller | Promise<Caller> {
    const key = callerKey(subject.type, subject.id);
    return (
      this.#callers.get(key) ??
      this.#remember(this.#callers, key, lookUpCaller(this.deps, this.scope, subject))
    );
  }

  #tool(serverId: string, toolId: string): ToolStanding | Promise<ToolStanding> {
    const key = serverId + NUL + toolId;
    return (
      this.#tools.get(key) ??
      this.#remember(this.#tools, key, lookUpTool(this.deps, this.scope, { serverId, toolId }))
    );
  }

  async #remember<T extends object>(cache: LRUCache<string, T>, key: string, found: Promise<T>): Promise<T> {
    const fact = await found;
    cache.set(key, fact);
    return fact;
  }
}

// Bounded by size because `max` would allocate every slot up front, with every commit of the tenant.
const remembering = <T extends object>(): LRUCache<string, T> =>
  new LRUCache<string, T>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, key) => key.length + CHARACTERS_OF_A_FACT,
  });

const callerKey = (type: string, id: string): string => type + NUL + id;

const hasConditions = ({ rules }: PolicyManifest): boolean =>
  rules.some(({ conditions = [] }) => conditions.length > 0);

type About = NonNullable<ReturnType<typeof targetOf>>;

const UNREGISTERED: ToolStanding = { callable: true, riskTier: undefined };

interface Asked {
  readonly active: ActivePolicy;
  readonly question: AccessQuestion;
  readonly about: About;
}

const decideBy = (
  { active, question, about: { target, action } }: Asked,
  caller: Caller,
  tool: ToolStanding,
): AccessVerdict => {
  if (!caller.known) return denied(caller.because, active.policy);
  if (!tool.callable && action !== 'tool.list') return denied('tool_not_callable', active.policy);
  const asked: PolicyRequest = { ...caller.request, target, action };
  const tiered = tool.riskTier === undefined ? asked : { ...asked, riskTier: tool.riskTier };
  const request = active.readsAttributes ? { ...tiered, attributes: attributesOf(question) } : tiered;
  return { outcome: active.compiled.decide(request), policy: active.policy, caller };
};

const NONE: readonly never[] = [];

const denied = (reasonCode: string, policy: PolicyVersion | null): AccessVerdict => ({
  outcome: { effect: 'deny', reasonCode, decidedBy: NONE, approvals: NONE, obligations: NONE },
  policy,
  caller: undefined,
});

interface Refresh {
  readonly key: string;
  readonly scope: Scope;
  readonly revision: number;
  readonly known: DecidingView | undefined;
}

/**
 * Decides in memory by the compiled active policy of each environment (decisions, section 16, "AuthZEN"). Everything a decision depends on
 * changes only by commits, and every commit moves the tenant's content revision: so cached data holds while the revision stands, and a
 * publish, revocation or change of a group counts with the next question, whichever process made it.
 */
export class DecisionPoint {
  readonly #views = new LRUCache<string, DecidingView>({ max: REMEMBERED });
  readonly #refreshing = new Map<string, Promise<DecidingView>>();
  readonly #deps: Deps & { readonly book: RevocationBook };

  constructor(deps: Deps) {
    this.#deps = { ...deps, book: new RevocationBook(deps) };
  }

  /** The environment's current view; if the call already read the tenant's revision, the view at that revision or later. */
  in(scope: Scope, revision?: number): DecidingView | Promise<DecidingView> {
    if (revision !== undefined) return this.#at(scope, revision);
    return whenKnown(this.#deps.revisions.revisions(scope.tenantId), ({ content }) =>
      this.#at(scope, content),
    );
  }

  #at(scope: Scope, revision: number): DecidingView | Promise<DecidingView> {
    const key = scope.tenantId + NUL + scope.environmentId;
    const known = this.#views.get(key);
    // A view of a later revision contains everything this call must see.
    return known !== undefined && known.revision >= revision
      ? known
      : this.#refreshOnce({ key, scope, revision, known });
  }

  // Callers arriving while a view for their revision is being made share it.
  #refreshOnce({ key, scope, revision, known }: Refresh): Promise<DecidingView> {
    const place = `${key} ${revision}`;
    const underway = this.#refreshing.get(place);
    if (underway !== undefined) return underway;
    const made = this.#refresh({ key, scope, revision, known }).finally(() => this.#refreshing.delete(place));
    this.#refreshing.set(place, made);
    return made;
  }

  async #refresh({ key, scope, revision, known }: Refresh): Promise<DecidingView> {
    const stored = await activeVersion(this.#deps, scope);
    const before = known?.active;
    const isSame =
      before !== undefined &&
      before.version === stored?.version &&
      before.policy.policyVersion === stored.record.policyVersion &&
      before.policy.manifestHash === stored.record.manifestHash;
    const active = isSame
      ? before
      : stored && {
          policy: stored.record,
          version: stored.version,
          // An active version has passed validation, so it has the manifest's type.
          compiled: compilePolicy(stored.record.body as unknown as PolicyManifest),
          readsAttributes: hasConditions(stored.record.body as unknown as PolicyManifest),
        };
    const view = new DecidingView(this.#deps, scope, revision, active);
    // A view of an earlier revision than the current one came too late.
    if ((this.#views.get(key)?.revision ?? -1) <= revision) this.#views.set(key, view);
    return view;
  }
}

/** Dependencies of deciding use cases besides the ports. */
export interface DecisionPorts {
  /** Decides by the active policies, for all callers of this process. */
  readonly decisionPoint: Pick<DecisionPoint, 'in'>;
}
