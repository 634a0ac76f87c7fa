import { ok, type Result, refuse, type Scope } from '@govgate/domain';
import type { AccessAction, AccessEntity, AccessQuestion } from '../access/access-question.js';
import type { CallContext, UseCase } from '../call/context.js';
import { Pace } from '../call/in-slices.js';
import type { DecidingView } from './decision-point.js';
import { type AccessDeps, mayEvaluate } from './evaluate-access.js';
import { type Candidates, type FoundEntity, subjectsAfter } from './search-candidates.js';
import { actionsAfter, type Listing, resourcesAfter } from './search-resources.js';

interface SearchInput {
  readonly scope: Scope;
  readonly context?: AccessQuestion['context'];
  readonly limit: number;
  readonly token?: string | undefined;
}

export interface SearchSubjectsInput extends SearchInput {
  readonly subject: Omit<AccessEntity, 'id'>;
  readonly action: AccessAction;
  readonly resource: AccessEntity;
}

export interface SearchResourcesInput extends SearchInput {
  readonly subject: AccessEntity;
  readonly action: AccessAction;
  readonly resource: Omit<AccessEntity, 'id'>;
}

export interface SearchActionsInput extends SearchInput {
  readonly subject: AccessEntity;
  readonly resource: AccessEntity;
}

/** A search's results, and the token of the next page: "" if there is none. */
export interface SearchAnswer<T> {
  readonly results: readonly T[];
  readonly page: { readonly nextToken: string; readonly count: number };
  /** Set where the policy allows more than can be listed. */
  readonly context?: { readonly incomplete: true };
}

/** What a call may cost: candidates tried, steps made and milliseconds spent; the rest is for the next page. */
const BUDGET = { tried: 250, steps: 2_000, ms: 250 };
const TOKEN_CONTEXT = 'authzen_search';

/** Where a search goes on, and who searches. */
interface SearchStart<Input extends SearchInput> {
  readonly context: CallContext;
  readonly view: DecidingView;
  readonly input: Input;
  readonly after: string;
}

interface Search<Input extends SearchInput, T> {
  readonly list: (start: SearchStart<Input>) => Listing<T>;
  readonly question: (input: Input, candidate: T) => AccessQuestion;
}

const makeSearch =
  <Input extends SearchInput, T>({ list, question }: Search<Input, T>) =>
  (deps: AccessDeps): UseCase<Input, SearchAnswer<T>> =>
  async (context, input) => {
    const allowed = mayEvaluate(context, input.scope);
    if (!allowed.ok) return allowed;
    const after = placeOf(deps, context, input.token);
    if (!after.ok) return after;
    const view = await deps.decisionPoint.in(input.scope);
    const { steps, isIncomplete } = list({ context, view, input, after: after.value });
    const questions = { view, limit: input.limit, question: (candidate: T) => question(input, candidate) };
    const { results, reached } = await tryCandidates(deps, steps, questions);
    const nextToken =
      reached === undefined ? '' : deps.pageTokens.seal(TOKEN_CONTEXT + context.principal.tenantId, reached);
    const page = { nextToken, count: results.length };
    return ok({ results, page, ...(isIncomplete() ? { context: { incomplete: true } } : {}) });
  };

interface CandidateQuestions<T> {
  readonly view: DecidingView;
  readonly limit: number;
  readonly question: (candidate: T) => AccessQuestion;
}

/** Tries candidates as far as the budget goes; the place that was reached is undefined at the end of all. */
const tryCandidates = async <T>(
  deps: AccessDeps,
  steps: Candidates<T>,
  { view, limit, question }: CandidateQuestions<T>,
): Promise<{ readonly results: readonly T[]; readonly reached: string | undefined }> => {
  const results: T[] = [];
  const pace = new Pace(deps, view.scope.tenantId);
  const end = deps.clock.epochMs() + BUDGET.ms;
  let [made, tried, reached] = [0, 0, ''];
  for await (const { candidate, place } of steps) {
    const isSpent = made === BUDGET.steps || tried === BUDGET.tried || deps.clock.epochMs() >= end;
    if (made > 0 && (isSpent || results.length === limit)) return { results, reached };
    if (pace.isLate()) await pace.rest();
    [made, reached] = [made + 1, place];
    if (candidate === undefined) continue;
    tried += 1;
    const { outcome } = await view.find(question(candidate));
    if (outcome.effect === 'allow') results.push(candidate);
  }
  return { results, reached: undefined };
};

const placeOf = (
  { pageTokens }: AccessDeps,
  { principal }: CallContext,
  token: string | undefined,
): Result<string> => {
  if (token === undefined || token === '') return ok('');
  const place = pageTokens.open(TOKEN_CONTEXT + principal.tenantId, token);
  return place === undefined ? refuse('invalid_cursor', 'page.token') : ok(place);
};

const whole = <T>(steps: Candidates<T>): Listing<T> => ({ steps, isIncomplete: () => false });

/** Who may do something to a resource (AuthZEN, Subject Search). */
export const makeSearchSubjects = makeSearch<SearchSubjectsInput, FoundEntity>({
  list: ({ context, view, input: { subject }, after }) =>
    whole(subjectsAfter(context, view, { type: subject.type, after })),
  question: ({ subject, action, resource, context }, { id }) => ({
    subject: { ...subject, id },
    action,
    resource,
    context,
  }),
});

/** What somebody may do something to (AuthZEN, Resource Search). */
export const makeSearchResources = makeSearch<SearchResourcesInput, FoundEntity>({
  list: ({ view, input: { resource }, after }) => resourcesAfter(view, resource.type, after),
  question: ({ subject, action, resource, context }, { id }) => ({
    subject,
    action,
    resource: { ...resource, id },
    context,
  }),
});

/** What somebody may do to a resource (AuthZEN, Action Search). */
export const makeSearchActions = makeSearch<SearchActionsInput, { readonly name: string }>({
  list: ({ view, input: { resource }, after }) => whole(actionsAfter(view, resource.type, after)),
  question: ({ subject, resource, context }, action) => ({ subject, action, resource, context }),
});
