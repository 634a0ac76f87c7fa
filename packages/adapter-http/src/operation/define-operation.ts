import type { CallContext, DecisionPorts, Ports, UseCase } from '@govgate/application';
import type { AuditEventType, Permission, ReasonCode, Scope } from '@govgate/domain';
import type * as v from 'valibot';
import { type BodyForm, JSON_FORM } from './body-form.js';
import type { Camelized, Written } from './camelized.js';
import type { AnySchema } from './schema-shape.js';
import type { SharedFile } from './shared-file.js';
import type { StreamedAnswer } from './streamed-answer.js';
import type { Tag } from './tags.js';

/**
 * Where a call's scope comes from. `environment`: tenant from the identity, environment_id a required parameter; `path`: the environment is
 * a path segment.
 */
export type ScopeRule = 'named' | 'path' | 'body' | 'environment' | 'tenant' | 'bootstrap' | 'none';

/** How refusals of a state-changing operation are audited. */
export interface AuditedAs {
  readonly eventType: AuditEventType;
  readonly action: string;
  /** The path parameter naming the record; none for creates. */
  readonly idParam?: string;
}

/** A refusal; with a meaning where a well-formed value is refused for its content. */
export type Refuses =
  | ReasonCode
  | { readonly reasonCode: ReasonCode; readonly field?: string; readonly when: string };

/** The validated parts of a request, in camelCase. */
export interface Parts<P, Q, B> {
  readonly params: Camelized<P>;
  readonly query: Camelized<Q>;
  readonly body: Camelized<B>;
  /** The resolved scope. For `tenant`, the named environment or "". */
  readonly scope: Scope;
  readonly context: CallContext;
  /** What a header of the call says; undefined where it has none. */
  readonly header: (name: string) => string | undefined;
}

/** Everything that a use case may be made of. */
export type AllPorts = Ports & DecisionPorts;

/** One endpoint, declared once. Route, parsing, scope, actor rule, response filter, OpenAPI and the table tests are derived from it. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  /** Details beyond the summary. */
  readonly description?: string;
  readonly tag: Tag;
  /** The permission the use case requires; `authenticated` and `public` require none. */
  readonly permission: Permission | 'authenticated' | 'public';
  readonly scope: ScopeRule;
  readonly audited?: AuditedAs;
  readonly actorField?: { readonly name: string; readonly rule: 'forbidden' | 'must_match' };
  /** Refusals beyond those implied by its kind. The OpenAPI document lists them, and F1 checks every answer against it. */
  readonly refuses: readonly Refuses[];
  /** A change that must name the state of the record it is based on. */
  readonly ifMatch?: 'required';
  /** A sample body; by default one is made from the examples of its fields. */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly extension: boolean;
  readonly params: AnySchema;
  readonly query: AnySchema;
  readonly body: AnySchema | undefined;
  /** In bytes. */
  readonly bodyLimit: number;
  readonly bodyForm: BodyForm;
  readonly response: AnySchema;
  /** The quota its calls count against. */
  readonly rateClass: 'reads' | 'writes' | 'evaluations';
  /**
   * Whether it belongs to SCIM (RFC 7644): an ETag is of the record alone, and an Idempotency-Key, which SCIM does not know, is ignored.
   */
  readonly scim: boolean;
  /** The address of what was created, for the Location header. */
  readonly location: ((output: unknown) => string | undefined) | undefined;
  /** It follows another standard: unknown members are ignored, and a body of another type is a bad request. */
  readonly foreignForm: boolean;
  /** A public read whose answer may depend on who asks: a token is examined if one comes. Pages of other origins may read it. */
  readonly takesToken: boolean;
  /** A read whose answer may be held back on purpose; it holds no resources meanwhile. */
  readonly waits: boolean;
  /** The answer depends on committed records and the caller alone, so it may be given again until the tenant's next commit. */
  readonly cacheable: boolean;
  /** How long anybody may keep the answer, which is the same for all. */
  readonly maxAgeSeconds: number | undefined;
  readonly status: (output: unknown) => number;
  /** Every status of an answer in the operation's own shape. */
  readonly successes: readonly number[];
  /** The record's part of the ETag, for single-record reads and their writes. */
  readonly recordTag: ((output: unknown) => string) | undefined;
  readonly contentType: string;
  /** It may take long, and ends early when its caller disconnects. */
  readonly heedsLeaving: boolean;
  /** Makes the use case that carries it out. */
  readonly useCase: (ports: AllPorts) => UseCase<unknown, unknown>;
  readonly toInput: (parts: Parts<unknown, unknown, unknown>) => unknown;
  readonly toWire: (output: unknown, requestId: string) => unknown;
}

interface Declaration<
  P extends AnySchema,
  Q extends AnySchema,
  B extends AnySchema,
  R extends AnySchema,
  I,
  O,
> {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: Tag;
  readonly permission: Permission | 'authenticated' | 'public';
  readonly scope: ScopeRule;
  readonly audited?: AuditedAs;
  readonly actorField?: { readonly name: string; readonly rule: 'forbidden' | 'must_match' };
  readonly refuses?: readonly Refuses[];
  readonly ifMatch?: 'required';
  readonly example?: Readonly<Record<string, unknown>>;
  readonly extension?: boolean;
  readonly params: P;
  readonly query: Q;
  readonly body?: B;
  readonly bodyLimit?: number;
  readonly bodyForm?: BodyForm;
  readonly response: R;
  readonly rateClass?: 'reads' | 'writes' | 'evaluations';
  readonly scim?: boolean;
  readonly location?: (output: O) => string | undefined;
  readonly foreignForm?: boolean;
  readonly takesToken?: boolean;
  readonly waits?: boolean;
  readonly cacheable?: boolean;
  readonly maxAgeSeconds?: number;
  readonly status?: number | ((output: O) => number);
  /** Given where `status` depends on the output. */
  readonly successes?: readonly number[];
  readonly recordTag?: (output: O) => string;
  readonly contentType?: string;
  readonly heedsLeaving?: boolean;
  readonly useCase: (ports: AllPorts) => UseCase<I, O>;
  readonly toInput: (parts: Parts<v.InferOutput<P>, v.InferOutput<Q>, v.InferOutput<B>>) => I;
}

/**
 * What the projector takes for a response: the schema's type in internal spelling. Extra fields are allowed; only those the schema names
 * leave.
 */
type Answer<R extends AnySchema> = Camelized<v.InferOutput<R>>;

/**
 * The typed way out: the use case's output as it is, what `toWire` makes of it, a file that is ready, or a stream of lines, each of them as
 * the response is written. Whatever does not fit the response schema does not compile.
 */
type WayOut<R extends AnySchema, I, O> =
  | { readonly toWire: (output: O, requestId: string) => Answer<R> }
  | { readonly toWire?: undefined; readonly useCase: (ports: AllPorts) => UseCase<I, Answer<R>> }
  | { readonly toWire?: undefined; readonly useCase: (ports: AllPorts) => UseCase<I, SharedFile> }
  | {
      readonly toWire?: undefined;
      readonly contentType: 'application/x-ndjson';
      readonly useCase: (ports: AllPorts) => UseCase<I, StreamedAnswer<Written<v.InferOutput<R>>>>;
    };

const DEFAULT_BODY_LIMIT = 64 * 1024;

/** Declares an operation; its input must suit its use case, and its answer its response schema. */
export const defineOperation = <
  P extends AnySchema,
  Q extends AnySchema,
  B extends AnySchema,
  R extends AnySchema,
  I,
  O,
>(
  declaration: Declaration<P, Q, B, R, I, O> & WayOut<R, I, O>,
): Operation => {
  const { status = 200 } = declaration;
  const defaults = {
    extension: false,
    refuses: [],
    body: undefined,
    bodyLimit: DEFAULT_BODY_LIMIT,
    bodyForm: JSON_FORM,
    scim: false,
    location: undefined,
    rateClass: declaration.method === 'get' ? ('reads' as const) : ('writes' as const),
    takesToken: false,
    waits: false,
    foreignForm: false,
    cacheable: false,
    maxAgeSeconds: undefined,
    contentType: 'application/json; charset=utf-8',
    heedsLeaving: false,
    recordTag: undefined,
    toWire: (output: O) => output,
  };
  // The declaration is checked above with its own types; the registry holds operations of every type.
  return {
    ...defaults,
    ...declaration,
    status: typeof status === 'function' ? status : () => status,
    successes: declaration.successes ?? [typeof status === 'function' ? 200 : status],
  } as unknown as Operation;
};
