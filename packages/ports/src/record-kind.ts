import { type Scope, searchText } from '@govgate/domain';

/**
 * Where records of a kind live: in one environment, in the tenant itself, or in the installation (credentials, which name
 * their tenant rather than being found through it).
 */
export type Scoping = 'environment' | 'tenant' | 'installation';

/** The scope that reads of a kind take: there is no read without it. */
export type ScopeFor<S extends Scoping> = S extends 'environment'
  ? Scope
  : S extends 'tenant'
    ? { readonly tenantId: string }
    : { readonly installation: true };

/** A value that lists filter and sort by, kept next to the record. "" stands for none. */
export type Attribute<T> =
  | { readonly type: 'text'; readonly of: (record: T) => string }
  | { readonly type: 'integer'; readonly of: (record: T) => number };

/**
 * A kind of record, declared once as data. Stores derive tables, collections and indexes from it; use cases read and
 * commit through it. Attributes are projections of the record, so a store can build them again at any time.
 */
export interface RecordKind<
  T = unknown,
  S extends Scoping = Scoping,
  A extends string = string,
  M extends string = string,
  G extends boolean = boolean,
> {
  /** snake_case; the name of the table or collection. */
  readonly name: string;
  readonly scoping: S;
  /** Governed records change only together with their audit event; observed ones (heartbeats, probe results, bookkeeping) without. */
  readonly governed: G;
  /** A change of such a record may change who may do what: it moves the tenant's authorization revision. */
  readonly authorization: boolean;
  readonly idOf: (record: T) => string;
  readonly scopeOf: (record: T) => ScopeFor<S>;
  readonly attributes: Readonly<Record<A, Attribute<T>>>;
  /** Sets of texts that a record is a member of or refers to: the environments of a surface, the members of a group. */
  readonly memberships: Readonly<Record<M, (record: T) => readonly string[]>>;
  /** At most one record of a scope may have a value; null takes no part. Judged by the outcome of a whole batch, not by the order of its changes. */
  readonly uniques: Readonly<Record<string, (record: T) => string | null>>;
  /** Attributes, in order, that something asks for. Scope goes before, the id behind. */
  readonly indexes: readonly (readonly A[])[];
  /** What the lists of callers filter and sort by, filters that leave little first: each filter with each sort is a path of its own. */
  readonly lists: { readonly filters: readonly A[]; readonly sorts: readonly (A | 'id')[] };
}

// biome-ignore lint/suspicious/noExplicitAny: a kind of anything; the record type stands in both positions, so unknown would not do
export type AnyKind = RecordKind<any, any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type ObservedKind = RecordKind<any, any, any, any, false>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type GovernedKind = RecordKind<any, any, any, any, true>;

export type RecordFor<K> = K extends { readonly idOf: (record: infer T) => string } ? T : never;
export type ScopeOfKind<K> = K extends { readonly scopeOf: (record: never) => infer S } ? S : never;
export type AttributeOf<K> = K extends {
  readonly attributes: Readonly<Record<infer A extends string, unknown>>;
}
  ? A
  : never;
export type MembershipOf<K> = K extends {
  readonly memberships: Readonly<Record<infer M extends string, unknown>>;
}
  ? M
  : never;

/**
 * Declares a kind. What a kind leaves out is empty or false.
 *
 * @example defineKind<Group>()({ name: 'group', scoping: 'tenant', governed: true, authorization: true,
 *   idOf: (group) => group.groupId, scopeOf: (group) => ({ tenantId: group.tenantId }),
 *   memberships: { member: (group) => group.members } })
 */
export const defineKind =
  <T>() =>
  <
    const S extends Scoping,
    const G extends boolean,
    const A extends string = never,
    const M extends string = never,
  >(declaration: {
    readonly name: string;
    readonly scoping: S;
    readonly governed: G;
    readonly authorization?: boolean;
    readonly idOf: (record: T) => string;
    readonly scopeOf: (record: T) => ScopeFor<NoInfer<S>>;
    readonly attributes?: Readonly<Record<A, Attribute<T>>>;
    readonly memberships?: Readonly<Record<M, (record: T) => readonly string[]>>;
    readonly uniques?: Readonly<Record<string, (record: T) => string | null>>;
    readonly indexes?: readonly (readonly NoInfer<A>[])[];
    readonly lists?: {
      readonly filters: readonly NoInfer<A>[];
      readonly sorts?: readonly (NoInfer<A> | 'id')[];
    };
  }): RecordKind<T, S, A, M, G> => ({
    authorization: false,
    uniques: {},
    indexes: [],
    ...declaration,
    lists: { filters: [], sorts: ['id'], ...declaration.lists },
    attributes: declaration.attributes ?? ({} as Record<A, Attribute<T>>),
    memberships: declaration.memberships ?? ({} as Record<M, (record: T) => readonly string[]>),
  });

/** A text attribute. */
export const text = <T>(of: (record: T) => string): Attribute<T> => ({ type: 'text', of });

/**
 * A text attribute to search and sort a list by: a record's name first, then whatever else finds it, each as `searchText` and on a line of
 * its own.
 */
export const searchable = <T>(of: (record: T) => readonly string[]): Attribute<T> => ({
  type: 'text',
  of: (record) => of(record).map(searchText).join('\n'),
});

/** A whole-number attribute. */
export const integer = <T>(of: (record: T) => number): Attribute<T> => ({ type: 'integer', of });

/**
 * Where a kind's record stands, as a pair; "" where the scoping has none. Stores key their rows so. What a kind's scoping
 * does not have does not count: an environment's scope may be given for a kind of the tenant.
 */
export const partitionOf = (
  kind: AnyKind,
  scope: object,
): { readonly tenantId: string; readonly environmentId: string } => {
  const { tenantId = '', environmentId = '' } = scope as { tenantId?: string; environmentId?: string };
  return {
    tenantId: kind.scoping === 'installation' ? '' : tenantId,
    environmentId: kind.scoping === 'environment' ? environmentId : '',
  };
};
