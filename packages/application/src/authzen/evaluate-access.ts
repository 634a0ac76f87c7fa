import { authorize, ok, type Result, refuse, type Scope } from '@govgate/domain';
import { holdsGrantIn } from '@govgate/domain/internal';
import { type AccessQuestion, completing, type SentQuestion } from '../access/access-question.js';
import type { CallContext, UseCase } from '../call/context.js';
import { Pace } from '../call/in-slices.js';
import type { Ports } from '../call/ports.js';
import { whenKnown } from '../call/when-known.js';
import { type AccessAnswer, accessAnswer, type Decided, withoutRequest } from './access-answer.js';
import type { DecidingView, DecisionPorts } from './decision-point.js';
import { type UseDeps, usesApproval } from './use-named-approval.js';

export interface EvaluateAccessInput {
  readonly scope: Scope;
  readonly question: AccessQuestion;
}

/** How far a batch runs: to its end, to the first denial, or to the first permit. */
export const BATCH_SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;
export type BatchSemantics = (typeof BATCH_SEMANTICS)[number];

export interface EvaluateAccessesInput {
  readonly scope: Scope;
  /** Defaults for a batch's questions; the question itself without a batch. */
  readonly defaults: SentQuestion;
  readonly questions: readonly SentQuestion[];
  readonly semantics: BatchSemantics;
}

/** One answer, or one per question of a batch as far as it ran, in order. */
export type AccessAnswers = AccessAnswer | { readonly evaluations: readonly AccessAnswer[] };

export type AccessDeps = UseDeps &
  DecisionPorts &
  Pick<Ports, 'revisions' | 'pageTokens' | 'tenantQueue' | 'countDecision'>;

/** Whether somebody may query the decision point of an environment: one outside their reach looks absent (docs/spec/authzen.md). */
export const mayEvaluate = ({ principal }: CallContext, scope: Scope): Result<undefined> => {
  if (principal.tenantId !== scope.tenantId) return refuse('not_found');
  if (!holdsGrantIn(principal, scope.environmentId)) return refuse('not_found');
  const target = { ...scope, resourceId: null, ownerTeam: null };
  return authorize(principal, 'policy.evaluate', target) ? ok(undefined) : refuse('permission_denied');
};

/** A caller and the environment they ask about. */
interface AccessRequest {
  readonly deps: AccessDeps;
  readonly context: CallContext;
  readonly view: DecidingView;
}

/** Answers one question of AuthZEN's Access Evaluation API. */
export const makeEvaluateAccess =
  (deps: AccessDeps): UseCase<EvaluateAccessInput, AccessAnswer> =>
  async (context, { scope, question }) => {
    const allowed = mayEvaluate(context, scope);
    if (!allowed.ok) return allowed;
    const view = await deps.decisionPoint.in(scope, context.contentRevision);
    return answerAlone({ deps, context, view }, question);
  };

/**
 * Answers a batch of AuthZEN's Access Evaluations API by one state of the environment. An incomplete question is denied on its own; without
 * a batch the call is a single question.
 */
export const makeEvaluateAccesses =
  (deps: AccessDeps): UseCase<EvaluateAccessesInput, AccessAnswers> =>
  async (context, input) => {
    const allowed = mayEvaluate(context, input.scope);
    if (!allowed.ok) return allowed;
    const view = await deps.decisionPoint.in(input.scope, context.contentRevision);
    if (input.questions.length > 0) return answerBatch({ deps, context, view }, input);
    const question = completeAlone(input.defaults);
    return question === undefined
      ? refuse('invalid_request', missingPart(input.defaults))
      : answerAlone({ deps, context, view }, question);
  };

const answerBatch = async (
  request: AccessRequest,
  { defaults, questions, semantics }: EvaluateAccessesInput,
): Promise<Result<AccessAnswers>> => {
  const complete = completing(defaults);
  const evaluations: AccessAnswer[] = [];
  const pace = new Pace(request.deps, request.view.scope.tenantId);
  for (const sent of questions) {
    if (pace.isLate()) await pace.rest();
    const question = complete(sent);
    const answering = question === undefined ? INCOMPLETE : answerOf(request, question);
    const answer = answering instanceof Promise ? await answering : answering;
    evaluations.push(answer);
    if (ENDS_AT[semantics] === answer.decision) break;
  }
  countAll(request.deps, evaluations);
  return ok({ evaluations });
};

const countAll = ({ countDecision }: AccessDeps, answers: readonly AccessAnswer[]): void => {
  let [permitted, denied] = [0, 0];
  for (const answer of answers)
    if (answer.decision) permitted += 1;
    else if (answer !== INCOMPLETE) denied += 1;
  if (permitted > 0) countDecision(true, permitted);
  if (denied > 0) countDecision(false, denied);
};

/** The decision that ends a batch early. */
const ENDS_AT: Readonly<Record<BatchSemantics, boolean | null>> = {
  execute_all: null,
  deny_on_first_deny: false,
  permit_on_first_permit: true,
};

const completeAlone = completing({});

const missingPart = (sent: SentQuestion): string =>
  (['subject', 'action', 'resource'] as const).find(
    (part) => completeAlone({ ...WHOLE, [part]: sent[part] }) === undefined,
  ) ?? 'context';

const WHOLE: AccessQuestion = {
  subject: { type: 'user', id: 'a' },
  action: { name: 'a' },
  resource: { type: 'a', id: 'a' },
};

const INCOMPLETE: AccessAnswer = {
  decision: false,
  context: {
    reasonCode: 'invalid_request',
    policyVersion: null,
    manifestHash: null,
    decidedBy: [],
    reason: 'invalid_request',
    error: { status: 400, message: 'The question names no whole subject, action and resource.' },
  },
};

const answerAlone = async (
  request: AccessRequest,
  question: AccessQuestion,
): Promise<Result<AccessAnswer>> => {
  const verdict = await request.view.decide(question);
  if (verdict.tooLarge !== undefined) return refuse('limit_exceeded', verdict.tooLarge);
  const answer = await answerTo(request, { question, verdict });
  request.deps.countDecision(answer.decision, 1);
  return ok(answer);
};

const answerOf = (request: AccessRequest, question: AccessQuestion): AccessAnswer | Promise<AccessAnswer> =>
  whenKnown(request.view.decide(question), (verdict) => answerTo(request, { question, verdict }));

const answerTo = (request: AccessRequest, decided: Decided): AccessAnswer | Promise<AccessAnswer> => {
  const answer = accessAnswer(request.deps, request.view.scope, decided);
  const isLiftable = decided.verdict.outcome.effect === 'require_approval';
  return isLiftable && decided.question.context?.approval !== undefined
    ? lifted(request, decided, answer)
    : answer;
};

const lifted = async (
  { deps, context, view: { scope } }: AccessRequest,
  { question, verdict }: Decided,
  denial: AccessAnswer,
): Promise<AccessAnswer> =>
  (await usesApproval({ ...deps, context, scope }, question, verdict))
    ? { decision: true, context: withoutRequest(denial.context) }
    : denial;
