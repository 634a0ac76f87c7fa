import {
  ANY,
  ok,
  POLICY_ACTIONS,
  type PolicyManifest,
  type PolicyRule,
  type Result,
  refuse,
  type Scope,
} from '@govgate/domain';
import {
  type AnyKind,
  agentKind,
  clientSessionKind,
  type RecordFor,
  type ScopeOfKind,
  userKind,
  type Where,
} from '@govgate/ports';
import type { AccessAction, AccessEntity, AccessQuestion } from '../access/access-question.js';
import type { CallContext, UseCase } from '../call/context.js';
import type { DecidingView } from './decision-point.js';
import { type AccessDeps, mayEvaluate } from './evaluate-access.js';

type Found = { readonly type: string; readonly id: string };

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
}

/** Candidates a call tries; the rest is for the next page. */
const MOST_TRIED = 250;
const TOKEN_CONTEXT = 'authzen_search';

/** The next candidates, `MOST_TRIED` at most, each with the place after it; a place is opaque to everyone but its maker. */
interface Tried<T> {
  readonly items: readonly { readonly candidate: T; readonly place: string }[];
  readonly more: boolean;
}

type Candidates<T> = (view: DecidingView, after: string) => Tried<T> | Promise<Tried<T>>;

interface Search<Input extends SearchInput, T> {
  readonly candidates: (input: Input) => Candidates<T>;
  readonly question: (input: Input, candidate: T) => AccessQuestion;
}

const makeSearch =
  <Input extends SearchInput, T>({ candidates, question }: Search<Input, T>) =>
  (deps: AccessDeps): UseCase<Input, SearchAnswer<T>> =>
  async (context, input) => {
    const allowed = mayEvaluate(context, input.scope);
    if (!allowed.ok) return allowed;
    const after = placeOf(deps, context, input.token);
    if (!after.ok) return after;
    const view = await deps.decisionPoint.in(input.scope);
    const found = await tryCandidates({ input, candidates, question }, view, after.value);
    const nextToken = found.isWhole
      ? ''
      : deps.pageTokens.seal(TOKEN_CONTEXT + context.principal.tenantId, found.reached);
    return ok({ results: found.results, page: { nextToken, count: found.results.length } });
  };

const tryCandidates = async <Input extends SearchInput, T>(
  { input, candidates, question }: Search<Input, T> & { readonly input: Input },
  view: DecidingView,
  after: string,
): Promise<{ readonly results: readonly T[]; readonly reached: string; readonly isWhole: boolean }> => {
  const { items, more } = await candidates(input)(view, after);
  const results: T[] = [];
  let reached = after;
  for (const { candidate, place } of items) {
    if (results.length === input.limit) break;
    const { outcome } = await view.decide(question(input, candidate));
    if (outcome.effect === 'allow') results.push(candidate);
    reached = place;
  }
  return { results, reached, isWhole: !more && reached === (items.at(-1)?.place ?? after) };
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

// Stored users, agents and sessions (decisions, section 16, "AuthZEN, fine points").
const subjectsOf = ({ type }: Omit<AccessEntity, 'id'>): Candidates<Found> => {
  if (type === 'user')
    return stored(type, userKind, {
      within: ({ tenantId }) => ({ tenantId }),
      prepare: (view, users) => view.knowUsers(users),
    });
  if (type === 'agent') return stored(type, agentKind, { within: (scope) => scope });
  if (type === 'client_session')
    return stored(type, clientSessionKind, { within: (scope) => scope, where: { is: { state: 'active' } } });
  return () => ({ items: [], more: false });
};

interface Stored<K extends AnyKind> {
  readonly within: (scope: Scope) => ScopeOfKind<K>;
  readonly where?: Where<K>;
  /** Looks up what is needed of all candidates together. */
  readonly prepare?: (view: DecidingView, records: readonly RecordFor<K>[]) => Promise<void>;
}

const stored =
  <K extends AnyKind>(type: string, kind: K, { within, where = {}, prepare }: Stored<K>): Candidates<Found> =>
  async (view, after) => {
    const { items, more } = await view.recordsOf(kind, within(view.scope), {
      where,
      limit: MOST_TRIED,
      ...(after === '' ? {} : { after: { value: after, id: after } }),
    });
    const records = items.map(({ record }) => record);
    await prepare?.(view, records);
    const ids = records.map((record) => kind.idOf(record));
    return { items: ids.map((id) => ({ candidate: { type, id }, place: id })), more };
  };

// Each once, in the policy's order, which is stable for the life of the view.
const named =
  <T>(list: (rules: readonly PolicyRule[]) => readonly T[]): Candidates<T> =>
  (view, after) => {
    const manifest = view.active?.policy.body as unknown as PolicyManifest | undefined;
    const all = list((manifest?.rules ?? []).filter((rule) => rule.enabled !== false));
    const start = Number(after);
    const items = all.slice(start, start + MOST_TRIED);
    return {
      items: items.map((candidate, at) => ({ candidate, place: String(start + at + 1) })),
      more: start + items.length < all.length,
    };
  };

const resourcesOf = ({ type }: Omit<AccessEntity, 'id'>): Candidates<Found> =>
  named((rules) => eachOnce(rules.flatMap((rule) => resourceIds(rule, type))).map((id) => ({ type, id })));

const resourceIds = ({ targets, conditions = [] }: PolicyRule, type: string): readonly string[] => {
  const { server_ids, tool_ids, api_source_ids, operation_ids } = targets;
  if (type === 'mcp_tool') return pairs(server_ids, tool_ids);
  if (type === 'api_operation') return pairs(api_source_ids, operation_ids);
  return conditions
    .filter(
      ({ attribute, operator }) => attribute === 'resource.id' && (operator === 'eq' || operator === 'in'),
    )
    .flatMap(({ value }) => value)
    .filter((value): value is string => typeof value === 'string');
};

const pairs = (whole: readonly string[] = [], parts: readonly string[] = []): readonly string[] =>
  whole
    .flatMap((one) => parts.filter(isNamed).map((part) => `${one}/${part}`))
    .filter((id) => !id.startsWith(`${ANY}/`));

const isNamed = (id: string): boolean => id !== ANY;

const actionsOf = ({ type }: AccessEntity): Candidates<{ readonly name: string }> =>
  named((rules) => eachOnce(actionNames(rules, type)).map((name) => ({ name })));

const actionNames = (rules: readonly PolicyRule[], type: string): readonly string[] => {
  if (type === 'mcp_tool') return POLICY_ACTIONS;
  // An operation is identified by its id, whatever the action is called.
  if (type === 'api_operation') return ['tool.invoke'];
  return rules
    .filter(({ targets }) => targets.api_source_ids?.some((id) => id === type || id === ANY) ?? true)
    .flatMap(({ targets }) => targets.operation_ids ?? [])
    .filter(isNamed);
};

/** Limit of names taken from a policy: more than any manifest can contain. */
const MOST_NAMES = 100_000;

const eachOnce = (names: readonly string[]): readonly string[] => [...new Set(names)].slice(0, MOST_NAMES);

/** Who may do something to a resource (AuthZEN, Subject Search). */
export const makeSearchSubjects = makeSearch<SearchSubjectsInput, Found>({
  candidates: ({ subject }) => subjectsOf(subject),
  question: ({ subject, action, resource, context }, { id }) => ({
    subject: { ...subject, id },
    action,
    resource,
    context,
  }),
});

/** What somebody may do something to (AuthZEN, Resource Search). */
export const makeSearchResources = makeSearch<SearchResourcesInput, Found>({
  candidates: ({ resource }) => resourcesOf(resource),
  question: ({ subject, action, resource, context }, { id }) => ({
    subject,
    action,
    resource: { ...resource, id },
    context,
  }),
});

/** What somebody may do to a resource (AuthZEN, Action Search). */
export const makeSearchActions = makeSearch<SearchActionsInput, { readonly name: string }>({
  candidates: ({ resource }) => actionsOf(resource),
  question: ({ subject, resource, context }, action) => ({ subject, action, resource, context }),
});
