import type { Patience } from './client-options.js';
import type { Operations } from './generated/operations.gen.js';

/** Every operation of the API, by its id. */
export type GovgateClient = {
  readonly [Id in keyof Operations]: Method<Operations[Id]>;
};

interface Told {
  readonly data: object;
  readonly answer: unknown;
  readonly form: 'one' | 'pages' | 'stream';
}

type Method<O extends Told> = O['form'] extends 'stream'
  ? StreamMethod<O>
  : O['form'] extends 'pages'
    ? ListMethod<O>
    : OneMethod<O>;

type OneMethod<O extends Told> = (...asked: Asked<O['data']>) => Promise<O['answer']>;

/** A list: one page by calling it, all pages or all records by iterating. */
interface ListMethod<O extends Told> {
  (...asked: Asked<O['data']>): Promise<O['answer']>;
  pages(...asked: Asked<O['data']>): AsyncIterableIterator<O['answer']>;
  items(...asked: Asked<O['data']>): AsyncIterableIterator<ItemOf<O['answer']>>;
}

/** A stream: its records by calling it, or its lines as they were sent. */
interface StreamMethod<O extends Told> {
  (...asked: Asked<O['data']>): AsyncIterableIterator<O['answer']>;
  lines(...asked: Asked<O['data']>): AsyncIterableIterator<string>;
}

type ItemOf<Answer> = Answer extends { readonly items: readonly (infer Item)[] } ? Item : never;

type Asked<Data> =
  RequiredOf<InputOf<Data> & object> extends never
    ? RequiredOf<OptionsOf<Data>> extends never
      ? [input?: InputOf<Data>, options?: OptionsOf<Data>]
      : [input: InputOf<Data>, options: OptionsOf<Data>]
    : RequiredOf<OptionsOf<Data>> extends never
      ? [input: InputOf<Data>, options?: OptionsOf<Data>]
      : [input: InputOf<Data>, options: OptionsOf<Data>];

/** What a call is about: members of path and query side by side, and the body. */
export type InputOf<Data> = Flat<Scoped<PathOf<Data>> & Scoped<QueryOf<Data>> & BodyOf<Data>>;

/** How a call is made, as far as the operation takes it. */
export type OptionsOf<Data> = Flat<
  Patience &
    (Data extends { headers: { 'If-Match': string } }
      ? { readonly ifMatch: Seen }
      : Takes<Data, 'If-Match', { readonly ifMatch?: Seen | undefined }>) &
    Takes<Data, 'If-None-Match', { readonly ifNoneMatch?: object | undefined }> &
    Takes<Data, 'Idempotency-Key', { readonly idempotencyKey?: string | undefined }> &
    Takes<Data, 'X-Correlation-Id', { readonly correlationId?: string | undefined }>
>;

/** The state that was seen: a record as a call gave it, or its ETag. */
type Seen = object | string;

type Takes<Data, Header extends string, Options> = Data extends { headers?: infer Headers }
  ? Header extends keyof NonNullable<Headers>
    ? Options
    : unknown
  : unknown;

type PathOf<Data> = Data extends { path: infer Path } ? Path : unknown;
type QueryOf<Data> = Data extends { query?: infer Query } ? Present<Query> : unknown;
type BodyOf<Data> = Data extends { body: infer Body }
  ? { readonly body: Body }
  : Data extends { body?: infer Body }
    ? OptionalBody<NonNullable<Body>>
    : unknown;
type OptionalBody<Body> = [Body] extends [never] ? unknown : { readonly body?: Body | undefined };

/** What an operation has none of is written as `never`. */
type Present<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;

type Scope = 'tenant_id' | 'environment_id';

/** The client may know tenant and environment; what is optional may also be undefined. */
type Scoped<Named> = {
  readonly [Name in keyof Named as IsOptional<Named, Name> extends true ? never : Name]: Named[Name];
} & {
  readonly [Name in keyof Named as IsOptional<Named, Name> extends true ? Name : never]?:
    | Named[Name]
    | undefined;
};

type IsOptional<Named, Name extends keyof Named> = Name extends Scope
  ? true
  : object extends Pick<Named, Name>
    ? true
    : false;

type RequiredOf<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? never : Name }[keyof T];

type Flat<T> = { [Name in keyof T]: T[Name] };
