import { isId, type PolicyObligation, type Scope } from '@govgate/domain';
import type { AccessQuestion } from '../access/access-question.js';
import { sealDenial } from '../access/sealed-denial.js';
import type { Ports } from '../call/ports.js';
import type { AccessVerdict } from './decision-point.js';

/** Where to request an approval that would lift a denial (AuthZEN Access Request and Approval Profile, draft 1). */
export interface AccessRequestHint {
  readonly endpoint: string;
  readonly expiresAt: string;
}

/** What accompanies a decision (decisions, section 16, "AuthZEN"). */
export interface AccessContext {
  readonly reasonCode: string;
  readonly policyVersion: string | null;
  readonly manifestHash: string | null;
  readonly decidedBy: readonly string[];
  readonly obligations?: readonly PolicyObligation[];
  /** Three members of a denial that an approval can lift: the request refers to them. */
  readonly evaluationId?: string;
  readonly reason?: string;
  readonly accessRequest?: AccessRequestHint;
  /** An undecidable question in a batch, in the standard's own form. */
  readonly error?: { readonly status: number; readonly message: string };
}

export interface AccessAnswer {
  readonly decision: boolean;
  readonly context: AccessContext;
}

type Deps = Pick<Ports, 'pageTokens' | 'clock' | 'publicUrl'>;

/** How long after a denial its approval can be requested. */
const REQUESTABLE_MS = 300_000;

/** An environment's current answers: those shared by many questions are created once. */
interface Answering {
  readonly scope: Scope;
  /** They differ only in effect, reason and a single rule, so there are no more than rules and reasons. */
  readonly distinctAnswers: Map<string, AccessAnswer>;
}

/** A question and what was decided about it. */
export interface Decided {
  readonly question: AccessQuestion;
  readonly verdict: AccessVerdict;
}

/** Turns a verdict into an answer. What needs an approval is denied; if a session asks for a tool, the answer says how to request one. */
export const accessAnswer = (
  deps: Deps,
  { scope, distinctAnswers }: Answering,
  { question, verdict }: Decided,
): AccessAnswer => {
  const { effect, reasonCode, decidedBy, obligations } = verdict.outcome;
  if (effect === 'require_approval') return approvable(deps, scope, { question, verdict });
  if (obligations.length > 0 || decidedBy.length > 1) return plainAnswer(verdict);
  const key = `${effect} ${reasonCode} ${decidedBy[0] ?? ''}`;
  const known = distinctAnswers.get(key);
  if (known !== undefined) return known;
  const made = frozen(plainAnswer(verdict));
  distinctAnswers.set(key, made);
  return made;
};

/** The same for a denial lifted by an approval. */
export const withoutRequest = ({
  evaluationId: _,
  reason: __,
  accessRequest: ___,
  ...context
}: AccessContext): AccessContext => context;

// An approval covers a session's call of a tool, by one role: where several must consent, no single request lifts the denial.
const requestableBy = (
  { pageTokens, clock, publicUrl }: Deps,
  { tenantId, environmentId }: Scope,
  { question: { subject, action, resource }, verdict: { outcome, policy, caller } }: Decided,
): Pick<AccessContext, 'evaluationId' | 'reason' | 'accessRequest'> | undefined => {
  const session = caller?.known === true ? caller.session : null;
  const [ruleId] = outcome.decidedBy;
  const isOne = outcome.approvals.length === 1 && ruleId !== undefined;
  const isNamed = resource.type === 'mcp_tool' && resource.id.split('/').every(isId);
  if (session === null || policy === null || !isOne || !isNamed) return undefined;
  const expiresAt = new Date(clock.epochMs() + REQUESTABLE_MS).toISOString();
  const { policyVersion } = policy;
  const evaluationId = sealDenial(pageTokens, {
    tenantId,
    environmentId,
    policyVersion,
    ruleId,
    asked: { subject, action, resource },
    expiresAt,
  });
  const endpoint = `${publicUrl()}/v1/approvals?environment_id=${encodeURIComponent(environmentId)}`;
  return { evaluationId, reason: outcome.reasonCode, accessRequest: { endpoint, expiresAt } };
};

const plainAnswer = ({ outcome, policy }: AccessVerdict): AccessAnswer => {
  const { effect, reasonCode, decidedBy, obligations } = outcome;
  const context: AccessContext = {
    reasonCode,
    policyVersion: policy?.policyVersion ?? null,
    manifestHash: policy?.manifestHash ?? null,
    decidedBy,
    ...(obligations.length === 0 ? {} : { obligations }),
  };
  return { decision: effect === 'allow', context };
};

const frozen = (answer: AccessAnswer): AccessAnswer => {
  Object.freeze(answer.context.decidedBy);
  Object.freeze(answer.context);
  return Object.freeze(answer);
};

const approvable = (deps: Deps, scope: Scope, { question, verdict }: Decided): AccessAnswer => {
  const { decision, context } = plainAnswer(verdict);
  const requestable = requestableBy(deps, scope, { question, verdict });
  return { decision, context: requestable === undefined ? context : { ...context, ...requestable } };
};
