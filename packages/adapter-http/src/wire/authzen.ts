import { BATCH_SEMANTICS, LONGEST_NAME } from '@govgate/application';
import * as v from 'valibot';
import { said } from '../operation/said.js';
import { verbatim } from '../operation/verbatim.js';
import { Count, DateTime, Id, textOf } from './fields.js';
import { JsonObject } from './json-value.js';

const Name = textOf(1, LONGEST_NAME);
/** What a question says of an entity: a JSON object in the caller's own words. It is searched for credentials as every text is. */
export const PropertiesObject = v.pipe(
  JsonObject,
  said((value) => !Array.isArray(value), { type: 'object' }),
);
const Properties = v.optional(PropertiesObject);

/** A subject or a resource. */
export const Entity = v.object({ type: Name, id: Name, properties: Properties });
const EntityOfType = v.object({ type: Name, properties: Properties });
/** An action. */
export const Action = v.object({ name: Name, properties: Properties });

/** What a search returns at once where nothing is asked for. */
export const DEFAULT_SEARCH_LIMIT = 50;

// A list would pass for an object that leaves everything out.
const noList = <T extends object>() => said((value: T) => !Array.isArray(value), { type: 'object' });

const PageAsked = v.optional(
  v.pipe(
    v.object({
      token: v.optional(textOf(0, 2048)),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
    noList(),
  ),
);

/** The environment that a decision point is for. */
export const AccessParams = v.object({ environment_id: Id });

/** One question of the AuthZEN Authorization API 1.0, in its own spelling. */
export const EvaluationBody = v.object({
  subject: Entity,
  action: Action,
  resource: Entity,
  context: Properties,
});

/** Questions that one batch may hold. */
const MOST_EVALUATIONS = 1_000;

/** A batch: each question by itself, with what it leaves out taken from the batch. What is wrong with one is told in its answer. */
export const EvaluationsBody = v.object({
  subject: Properties,
  action: Properties,
  resource: Properties,
  context: Properties,
  evaluations: v.optional(v.pipe(v.array(PropertiesObject), v.maxLength(MOST_EVALUATIONS))),
  options: v.optional(
    v.pipe(v.object({ evaluations_semantic: v.optional(v.picklist(BATCH_SEMANTICS)) }), noList()),
  ),
});

export const SearchSubjectBody = v.object({
  subject: EntityOfType,
  action: Action,
  resource: Entity,
  context: Properties,
  page: PageAsked,
});

export const SearchResourceBody = v.object({
  subject: Entity,
  action: Action,
  resource: EntityOfType,
  context: Properties,
  page: PageAsked,
});

export const SearchActionBody = v.object({
  subject: Entity,
  resource: Entity,
  context: Properties,
  page: PageAsked,
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

/** A decision, and what it was decided by (decisions, section 16, "AuthZEN"). */
export const EvaluationAnswer = v.object({ decision: v.boolean(), context: DecisionContext });

/** The decisions of a batch, or the one of a call without a batch. */
export const EvaluationsAnswer = v.object({
  evaluations: v.optional(v.array(EvaluationAnswer)),
  decision: v.optional(v.boolean()),
  context: v.optional(DecisionContext),
});

const PageAnswer = v.object({ next_token: v.string(), count: Count });

export const SearchEntitiesAnswer = v.object({
  results: v.array(v.object({ type: v.string(), id: v.string() })),
  page: PageAnswer,
});

export const SearchActionsAnswer = v.object({
  results: v.array(v.object({ name: v.string() })),
  page: PageAnswer,
});

/** Where a decision point is. */
export const AccessMetadataAnswer = v.object({
  policy_decision_point: v.string(),
  access_evaluation_endpoint: v.string(),
  access_evaluations_endpoint: v.string(),
  search_subject_endpoint: v.string(),
  search_resource_endpoint: v.string(),
  search_action_endpoint: v.string(),
  access_request_endpoint: v.string(),
});
