import { BATCH_SEMANTICS, LONGEST_NAME } from '@govgate/application';
import * as v from 'valibot';
import { FREE } from '../operation/schema-shape.js';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
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
    ...FREE,
    type: 'object',
    additionalProperties: true,
  }),
);
const Properties = v.optional(PropertiesObject);

/** A subject or a resource. */
export const Entity = described(
  v.object({
    type: described(Name, 'What kind of thing it is, such as `user` or `mcp_tool`.', 'user'),
    id: described(Name, 'Its id, which is compared exactly.', 'ada'),
    properties: described(Properties, 'Attributes for the conditions of rules.'),
  }),
  'A subject or a resource of an AuthZEN question.',
);
const EntityOfType = described(
  v.object({
    type: described(Name, 'The kind of thing to search for.', 'mcp_tool'),
    properties: described(Properties, 'Attributes for the conditions of rules.'),
  }),
  'What to search for.',
);
/** An action. */
export const Action = described(
  v.object({
    name: described(Name, 'The action.', 'tool.invoke'),
    properties: described(Properties, 'Attributes for the conditions of rules.'),
  }),
  'An action of an AuthZEN question.',
);

/** The page size of a search by default. */
export const DEFAULT_SEARCH_LIMIT = 50;

const PAGE_TOKEN = /^[A-Za-z0-9_.~-]{0,2048}$/;

interface PageRequest {
  readonly limit?: number;
  readonly token?: string;
}

const isPage = (page: unknown): page is PageRequest =>
  isObject(page) &&
  (page.limit === undefined || (Number.isSafeInteger(page.limit) && (page.limit as number) >= 1)) &&
  (page.token === undefined || (typeof page.token === 'string' && PAGE_TOKEN.test(page.token)));

const Page = v.optional(
  v.pipe(
    v.custom<PageRequest>(isPage),
    v.metadata({
      type: 'object',
      properties: {
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The most results on the page.',
        },
        token: {
          type: 'string',
          pattern: PAGE_TOKEN.source,
          format: 'page-token',
          description: '`next_token` of the page before, for the same question within 24 hours.',
        },
      },
    }),
  ),
);

/** How a batch is to be run; kept in its own spelling, like the rest of a question. */
export interface OptionsRequest {
  readonly evaluations_semantic?: (typeof BATCH_SEMANTICS)[number];
}

const isOptions = (options: unknown): options is OptionsRequest =>
  isObject(options) &&
  (options.evaluations_semantic === undefined ||
    (BATCH_SEMANTICS as readonly unknown[]).includes(options.evaluations_semantic));

const Options = v.optional(
  v.pipe(
    v.custom<OptionsRequest>(isOptions),
    v.metadata({
      type: 'object',
      properties: {
        evaluations_semantic: {
          type: 'string',
          enum: [...BATCH_SEMANTICS],
          description: 'Whether every question is decided, or only up to the first denial or permit.',
        },
      },
    }),
  ),
);

/** The environment a decision point serves. */
export const AccessParams = v.object({
  environment_id: described(Id, 'The environment whose policy decides.', 'production'),
});

/** One question of the AuthZEN Authorization API 1.0, in its own spelling. */
export const EvaluationBody = v.object({
  subject: Entity,
  action: Action,
  resource: Entity,
  context: described(Properties, 'Attributes of the circumstances, such as a region.'),
});

/**
 * What is sent with a message: read for the attributes that the policy names, and never kept, so that it is not searched for credentials as what
 * is kept would be.
 */
const MessageParams = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isObject),
  v.metadata({ ...FREE, type: 'object', additionalProperties: true, format: 'json-rpc-params' }),
);

/** A call to check: a question, or a message of JSON-RPC 2.0. */
export const CheckBody = v.object({
  subject: v.optional(Entity),
  action: v.optional(Action),
  resource: v.optional(Entity),
  context: described(Properties, 'Attributes of the circumstances, such as a region.'),
  jsonrpc: described(v.optional(v.literal('2.0')), 'The version of JSON-RPC that a message is in.'),
  method: described(v.optional(Name), 'What a message asks for; absent from a question.', 'tools/call'),
  params: described(
    v.optional(MessageParams),
    'The parameters of a message, such as a tool and its arguments.',
  ),
});

/** Envoy appends what was asked of it to the address of a check. */
export const CheckQuery = v.strictObject({
  path: described(
    v.optional(textOf(0, 2_048)),
    'The path that a proxy was asked for; it has no influence on the decision.',
    '/mcp',
  ),
});

/** Questions per batch. */
const MOST_EVALUATIONS = 1_000;

/** A batch: each question on its own, with defaults taken from the batch. A faulty question is reported in its own answer. */
export const EvaluationsBody = v.object({
  subject: described(Properties, 'The subject of questions that name none.'),
  action: described(Properties, 'The action of questions that name none.'),
  resource: described(Properties, 'The resource of questions that name none.'),
  context: described(Properties, 'The circumstances of questions that name none.'),
  evaluations: described(
    v.optional(v.pipe(v.array(PropertiesObject), v.maxLength(MOST_EVALUATIONS))),
    'The questions, each with what it does not take from the batch.',
  ),
  options: described(Options, 'How the batch is run.'),
});

export const SearchSubjectBody = v.object({
  subject: EntityOfType,
  action: Action,
  resource: Entity,
  context: described(Properties, 'Attributes of the circumstances, such as a region.'),
  page: described(Page, 'Which page of the results.'),
});

export const SearchResourceBody = v.object({
  subject: Entity,
  action: Action,
  resource: EntityOfType,
  context: described(Properties, 'Attributes of the circumstances, such as a region.'),
  page: described(Page, 'Which page of the results.'),
});

export const SearchActionBody = v.object({
  subject: Entity,
  resource: Entity,
  context: described(Properties, 'Attributes of the circumstances, such as a region.'),
  page: described(Page, 'Which page of the results.'),
});

const DecisionContext = described(
  v.object({
    reason_code: described(v.string(), 'Why it was decided so, as a code.', 'rule_matched'),
    policy_version: described(
      v.nullable(v.string()),
      'The version that decided; null where no policy is active.',
      'pv_7',
    ),
    manifest_hash: described(
      v.nullable(v.string()),
      'SHA-256 of the manifest that decided; null where no policy is active.',
      'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
    decided_by: described(v.array(v.string()), 'Ids of the rules that decided; none where the default did.', [
      'ask-for-writes',
    ]),
    obligations: described(
      v.optional(v.array(verbatim(v.record(v.string(), v.unknown())))),
      'What the gateway must do with an allowed call.',
    ),
    evaluation_id: described(
      v.optional(v.string()),
      'An opaque proof of the denial, to be returned with a request for approval; absent where no approval can lift it.',
      'ev_Zm9v',
    ),
    reason: described(
      v.optional(v.string()),
      'What went wrong, in words, where a question could not be decided.',
      'The resource is missing.',
    ),
    access_request: described(
      v.optional(
        v.object({
          endpoint: described(v.string(), 'Where to ask for approval.', '/v1/approvals'),
          expires_at: described(DateTime, 'Until when the proof in `evaluation_id` is accepted.'),
        }),
      ),
      'How to ask for approval; absent where no approval can lift the denial.',
    ),
    error: described(
      v.optional(
        v.object({
          status: described(Count, 'The HTTP status that the question alone would have had.'),
          message: described(v.string(), 'What is wrong with the question.'),
        }),
      ),
      'Why a question of a batch was not decided; absent where it was.',
    ),
  }),
  'What the decision is based on.',
);

/** A decision and what it was based on (docs/spec/authzen.md). */
export const EvaluationAnswer = v.object({
  decision: described(
    v.boolean(),
    'True to let the call through, false to deny it; only the check by status says so by its status as well.',
  ),
  context: DecisionContext,
});

/** The decisions of a batch, or the single one of a call without a batch. */
export const EvaluationsAnswer = v.object({
  evaluations: described(
    v.optional(v.array(EvaluationAnswer)),
    'One decision for each question, in order; absent where the call was a single question.',
  ),
  decision: described(v.optional(v.boolean()), 'The decision on a single question; absent for a batch.'),
  context: described(
    v.optional(DecisionContext),
    'What the decision on a single question is based on; absent for a batch.',
  ),
});

const PageAnswer = v.object({
  next_token: described(v.string(), 'Give it as `page.token` to read on; "" on the last page.'),
  count: described(Count, 'How many results are on the page.'),
});

/** Set where the policy allows more than can be listed. */
const SearchContext = v.optional(
  v.object({ incomplete: described(v.boolean(), 'True if more may match than can be listed.') }),
);

export const SearchEntitiesAnswer = v.object({
  results: described(
    v.array(
      v.object({
        type: described(v.string(), 'The kind of thing that was found.', 'mcp_tool'),
        id: described(v.string(), 'Which one was found.', 'srv_crm/search'),
      }),
    ),
    'What was found.',
  ),
  page: described(PageAnswer, 'Where the next page begins.'),
  context: described(SearchContext, 'Set where more may match than can be listed.'),
});

export const SearchActionsAnswer = v.object({
  results: described(
    v.array(v.object({ name: described(v.string(), 'An action that is allowed.', 'tool.invoke') })),
    'What was found.',
  ),
  page: described(PageAnswer, 'Where the next page begins.'),
  context: described(SearchContext, 'Set where more may match than can be listed.'),
});

/** Where to find a decision point. */
export const AccessMetadataAnswer = v.object({
  policy_decision_point: described(
    v.string(),
    'The base address of the decision point, which identifies it.',
  ),
  access_evaluation_endpoint: described(v.string(), 'Where one question is asked.'),
  access_evaluations_endpoint: described(v.string(), 'Where a batch of questions is asked.'),
  search_subject_endpoint: described(v.string(), 'Where to ask who may make a call.'),
  search_resource_endpoint: described(v.string(), 'Where to ask what a subject may call.'),
  search_action_endpoint: described(v.string(), 'Where to ask what a subject may do to a resource.'),
  access_request_endpoint: described(v.string(), 'Where an approval for a denied call is requested.'),
  capabilities: described(
    v.array(v.string()),
    'What it understands beyond the standard. `urn:openid:authzen:capability:access-request`: access requests, at `access_request_endpoint`. `urn:govgate:authzen:definition-hash`: a question may name the definition of a tool.',
    ['urn:govgate:authzen:definition-hash'],
  ),
});
