import { BATCH_SEMANTICS, LONGEST_NAME } from '@govgate/application';
import * as v from 'valibot';
import { FORBIDDEN_KEYS } from '../operation/body-safety.js';
import { verbatim } from '../operation/verbatim.js';
import { Count, DateTime, Id, textOf } from './fields.js';

const Name = textOf(1, LONGEST_NAME);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The properties of an entity in a question: a JSON object in the caller's own words, searched for credentials like any text. A list is
 * refused, though it would pass for an object with everything left out.
 */
export const PropertiesObject = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isObject),
  v.metadata({
    type: 'object',
    propertyNames: { not: { enum: [...FORBIDDEN_KEYS] } },
    additionalProperties: { $ref: '#/components/schemas/JsonValue' },
  }),
);
const Properties = v.optional(PropertiesObject);

/** A subject or a resource. */
export const Entity = v.object({ type: Name, id: Name, properties: Properties });
const EntityOfType = v.object({ type: Name, properties: Properties });
/** An action. */
export const Action = v.object({ name: Name, properties: Properties });

/** The page size of a search by default. */
export const DEFAULT_SEARCH_LIMIT = 50;

const PAGE_TOKEN = /^[A-Za-z0-9_.~-]{0,2048}$/;

interface PageAsked {
  readonly limit?: number;
  readonly token?: string;
}

const isPage = (page: unknown): page is PageAsked =>
  isObject(page) &&
  (page.limit === undefined || (Number.isSafeInteger(page.limit) && (page.limit as number) >= 1)) &&
  (page.token === undefined || (typeof page.token === 'string' && PAGE_TOKEN.test(page.token)));

const Page = v.optional(
  v.pipe(
    v.custom<PageAsked>(isPage),
    v.metadata({
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        token: { type: 'string', pattern: PAGE_TOKEN.source, format: 'page-token' },
      },
    }),
  ),
);

/** How a batch is to be run; kept in its own spelling, like the rest of a question. */
export interface OptionsAsked {
  readonly evaluations_semantic?: (typeof BATCH_SEMANTICS)[number];
}

const isOptions = (options: unknown): options is OptionsAsked =>
  isObject(options) &&
  (options.evaluations_semantic === undefined ||
    (BATCH_SEMANTICS as readonly unknown[]).includes(options.evaluations_semantic));

const Options = v.optional(
  v.pipe(
    v.custom<OptionsAsked>(isOptions),
    v.metadata({
      type: 'object',
      properties: { evaluations_semantic: { type: 'string', enum: [...BATCH_SEMANTICS] } },
    }),
  ),
);

/** The environment a decision point serves. */
export const AccessParams = v.object({ environment_id: Id });

/** One question of the AuthZEN Authorization API 1.0, in its own spelling. */
export const EvaluationBody = v.object({
  subject: Entity,
  action: Action,
  resource: Entity,
  context: Properties,
});

/** Questions per batch. */
const MOST_EVALUATIONS = 1_000;

/** A batch: each question on its own, with defaults taken from the batch. A faulty question is reported in its own answer. */
export const EvaluationsBody = v.object({
  subject: Properties,
  action: Properties,
  resource: Properties,
  context: Properties,
  evaluations: v.optional(v.pipe(v.array(PropertiesObject), v.maxLength(MOST_EVALUATIONS))),
  options: Options,
});

export const SearchSubjectBody = v.object({
  subject: EntityOfType,
  action: Action,
  resource: Entity,
  context: Properties,
  page: Page,
});

export const SearchResourceBody = v.object({
  subject: Entity,
  action: Action,
  resource: EntityOfType,
  context: Properties,
  page: Page,
});

export const SearchActionBody = v.object({
  subject: Entity,
  resource: Entity,
  context: Properties,
  page: Page,
});

const DecisionContext = v.object({
  reason_code: v.string(),
  policy_version: v.nullable(v.string()),
  manifest_hash: v.nullable(v.string()),
  decided_by: v.array(v.string()),
  obligations: v.optional(v.array(verbatim(v.record(v.string(), v.unknown())))),
  evaluation_id: v.optional(v.string()),
  reason: v.optional(v.string()),
  access_request: v.optional(v.object({ endpoint: v.string(), expires_at: DateTime })),
  error: v.optional(v.object({ status: Count, message: v.string() })),
});

/** A decision and what it was based on (docs/spec/authzen.md). */
export const EvaluationAnswer = v.object({ decision: v.boolean(), context: DecisionContext });

/** The decisions of a batch, or the single one of a call without a batch. */
export const EvaluationsAnswer = v.object({
  evaluations: v.optional(v.array(EvaluationAnswer)),
  decision: v.optional(v.boolean()),
  context: v.optional(DecisionContext),
});

const PageAnswer = v.object({ next_token: v.string(), count: Count });

/** Set where the policy allows more than can be listed. */
const SearchContext = v.optional(v.object({ incomplete: v.boolean() }));

export const SearchEntitiesAnswer = v.object({
  results: v.array(v.object({ type: v.string(), id: v.string() })),
  page: PageAnswer,
  context: SearchContext,
});

export const SearchActionsAnswer = v.object({
  results: v.array(v.object({ name: v.string() })),
  page: PageAnswer,
  context: SearchContext,
});

/** Where to find a decision point. */
export const AccessMetadataAnswer = v.object({
  policy_decision_point: v.string(),
  access_evaluation_endpoint: v.string(),
  access_evaluations_endpoint: v.string(),
  search_subject_endpoint: v.string(),
  search_resource_endpoint: v.string(),
  search_action_endpoint: v.string(),
  access_request_endpoint: v.string(),
  capabilities: v.array(v.string()),
});
