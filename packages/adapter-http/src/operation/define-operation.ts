import type { CallContext, UseCase, UseCases } from '@govgate/application';
import type { AuditEventType, Permission, Scope } from '@govgate/domain';
import type * as v from 'valibot';
import type { AnySchema } from './schema-shape.js';

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** A wire type with its keys in camelCase, all the way down. */
export type Camelized<T> = T extends readonly (infer Item)[]
  ? readonly Camelized<Item>[]
  : T extends object
    ? { readonly [K in keyof T as Camel<K & string>]: Camelized<T[K]> }
    : T;

/** Where a call's scope comes from. `environment`: tenant from the identity, environment_id a required parameter. */
export type ScopeRule = 'named' | 'required' | 'body' | 'environment' | 'tenant' | 'bootstrap' | 'none';

/** What a state-changing operation's refusals are audited as. */
export interface AuditedAs {
  readonly eventType: AuditEventType;
  readonly action: string;
  /** The path parameter that names the record; none for creates. */
  readonly idParam?: string;
}

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
  readonly tag: string;
  /** The permission that the use case asks for; `authenticated` and `public` say that it asks for none. */
  readonly permission: Permission | 'authenticated' | 'public';
  readonly scope: ScopeRule;
  readonly audited?: AuditedAs;
  readonly actorField?: { readonly name: string; readonly rule: 'forbidden' | 'must_match' };
  readonly extension: boolean;
  readonly params: AnySchema;
  readonly query: AnySchema;
  readonly body: AnySchema | undefined;
  /** In bytes. */
  readonly bodyLimit: number;
  readonly response: AnySchema;
  readonly rateClass: 'reads' | 'writes' | 'delivery_tests';
  /** The answer depends on what is committed, the caller and `freshUntilMs` alone, so it may be remembered until one of them changes. */
  readonly cacheable: boolean;
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

interface Declaration<P extends AnySchema, Q extends AnySchema, B extends AnySchema, I, O> {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put';
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly permission: Permission | 'authenticated' | 'public';
  readonly scope: ScopeRule;
  readonly audited?: AuditedAs;
  readonly actorField?: { readonly name: string; readonly rule: 'forbidden' | 'must_match' };
  readonly extension?: boolean;
  readonly params: P;
  readonly query: Q;
  readonly body?: B;
  readonly bodyLimit?: number;
  readonly response: AnySchema;
  readonly rateClass?: 'reads' | 'writes' | 'delivery_tests';
  readonly cacheable?: boolean;
  readonly freshUntilMs?: (output: O) => number;
  readonly status?: number | ((output: O) => number);
  /** Told where `status` is worked out from the output. */
  readonly successes?: readonly number[];
  readonly recordTag?: (output: O) => string;
  readonly contentType?: string;
  readonly heedsLeaving?: boolean;
  readonly run: (useCases: UseCases) => UseCase<I, O>;
  readonly toInput: (parts: Parts<v.InferOutput<P>, v.InferOutput<Q>, v.InferOutput<B>>) => I;
  readonly toWire?: (output: O, requestId: string) => unknown;
}

const DEFAULT_BODY_LIMIT = 64 * 1024;

/** Declares an operation; its input must be what its use case takes, and its actor and scope rules are checked before it runs. */
export const defineOperation = <P extends AnySchema, Q extends AnySchema, B extends AnySchema, I, O>(
  declaration: Declaration<P, Q, B, I, O>,
): Operation => {
  const { status = 200 } = declaration;
  const defaults = {
    extension: false,
    body: undefined,
    bodyLimit: DEFAULT_BODY_LIMIT,
    rateClass: declaration.method === 'get' ? ('reads' as const) : ('writes' as const),
    cacheable: false,
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
