import type { CallContext, UseCase, UseCases } from '@govgate/application';
import type { AuditEventType, Permission, ReasonCode, Scope } from '@govgate/domain';
import type { AnyKind } from '@govgate/ports';
import type * as v from 'valibot';
import type { Camelized } from './camelized.js';
import type { AnySchema } from './schema-shape.js';
import type { StreamedAnswer } from './streamed-answer.js';
import type { Tag } from './tags.js';

/**
 * Where a call's scope comes from. `environment`: tenant from the identity, environment_id a required parameter; `path`: the environment is
 * a part of the path.
 */
export type ScopeRule = 'named' | 'path' | 'body' | 'environment' | 'tenant' | 'bootstrap' | 'none';

/** What a state-changing operation's refusals are audited as. */
export interface AuditedAs {
  readonly eventType: AuditEventType;
  readonly action: string;
  /** The path parameter that names the record; none for creates. */
  readonly idParam?: string;
}

/** A refusal; with what it means where a value of the right form is refused for what it says. */
export type Refuses =
  | ReasonCode
  | { readonly reasonCode: ReasonCode; readonly field?: string; readonly when: string };

/**
 * What a remembered answer was made of: records of these kinds, of the call's tenant and environment, and nothing else that a commit
 * changes; or of more than that.
 */
export type Cacheable = readonly AnyKind[] | 'until_any_commit';

/** The validated parts of a request, in camelCase. */
export interface Parts<P, Q, B> {
  readonly params: Camelized<P>;
  readonly query: Camelized<Q>;
  readonly body: Camelized<B>;
  /** The resolved scope. For `tenant` the environment is the one that was named, or "". */
  readonly scope: Scope;
  readonly context: CallContext;
}

/** One endpoint, declared once. Route, parsing, scope, actor rule, response filter, OpenAPI and the table tests follow from it. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put';
  readonly path: string;
  readonly summary: string;
  /** What the summary leaves open. */
  readonly description?: string;
  readonly tag: Tag;
  /** The permission that the use case asks for; `authenticated` and `public` say that it asks for none. */
  readonly permission: Permission | 'authenticated' | 'public';
  readonly scope: ScopeRule;
  readonly audited?: AuditedAs;
  readonly actorField?: { readonly name: string; readonly rule: 'forbidden' | 'must_match' };
  /** What it refuses beyond what follows from its kind. The OpenAPI document lists it, and F1 checks every answer against it. */
  readonly refuses: readonly Refuses[];
  /** A change that must say which state of the record it saw. */
  readonly ifMatch?: 'required';
  /** A body to show; otherwise one is made of the examples of its fields. */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly extension: boolean;
  readonly params: AnySchema;
  readonly query: AnySchema;
  readonly body: AnySchema | undefined;
  /** In bytes. */
  readonly bodyLimit: number;
  readonly response: AnySchema;
  /** What its calls count as, against their caller. */
  readonly rateClass: 'reads' | 'writes' | 'evaluations';
  /** It speaks another standard: members that it does not know are ignored, and a body of another type is a bad request. */
  readonly foreignForm: boolean;
  /** A read whose answer may be held back for a while on purpose: it holds nothing meanwhile. */
  readonly waits: boolean;
  /** The answer depends on what is committed, the caller and `freshUntilMs` alone, so it may be remembered until one of them changes. */
  readonly cacheable: Cacheable | undefined;
  /** Until when a cacheable answer holds, in milliseconds since 1970; infinite where the clock has no say. */
  readonly freshUntilMs: (output: unknown) => number;
  readonly status: (output: unknown) => number;
  /** Every status that an answer in the operation's own shape can have. */
  readonly successes: readonly number[];
  /** The record's part of the ETag, for single-record reads and their writes. */
  readonly recordTag: ((output: unknown) => string) | undefined;
  readonly contentType: string;
  /** It may take long, and ends early when its caller goes away. */
  readonly heedsLeaving: boolean;
  readonly run: (useCases: UseCases) => UseCase<unknown, unknown>;
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
  readonly method: 'get' | 'post' | 'put';
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
  readonly response: R;
  readonly rateClass?: 'reads' | 'writes' | 'evaluations';
  readonly foreignForm?: boolean;
  readonly waits?: boolean;
  readonly cacheable?: Cacheable;
  readonly freshUntilMs?: (output: O) => number;
  readonly status?: number | ((output: O) => number);
  /** Given where `status` depends on the output. */
  readonly successes?: readonly number[];
  readonly recordTag?: (output: O) => string;
  readonly contentType?: string;
  readonly heedsLeaving?: boolean;
  readonly run: (useCases: UseCases) => UseCase<I, O>;
  readonly toInput: (parts: Parts<v.InferOutput<P>, v.InferOutput<Q>, v.InferOutput<B>>) => I;
}

/** What the projector takes for a response: the schema's type in internal spelling. It may hold more; only what the schema names leaves. */
type Answer<R extends AnySchema> = Camelized<v.InferOutput<R>>;

/**
 * The way out, typed: what leaves is the use case's output as it is, what `toWire` makes of it, or a stream of texts of which the
 * response is one record. Whatever does not fit the response's schema does not compile.
 */
type WayOut<R extends AnySchema, I, O> =
  | { readonly toWire: (output: O, requestId: string) => Answer<R> }
  | { readonly toWire?: undefined; readonly run: (useCases: UseCases) => UseCase<I, Answer<R>> }
  | {
      readonly toWire?: undefined;
      readonly contentType: 'application/x-ndjson';
      readonly run: (useCases: UseCases) => UseCase<I, StreamedAnswer>;
    };

const DEFAULT_BODY_LIMIT = 64 * 1024;

/** Declares an operation; its input must be what its use case takes, and its answer what its response's schema says. */
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
    rateClass: declaration.method === 'get' ? ('reads' as const) : ('writes' as const),
    waits: false,
    foreignForm: false,
    cacheable: undefined,
    freshUntilMs: () => Number.POSITIVE_INFINITY,
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
