import type { AnyKind, AttributeOf, MembershipOf, RecordFor, ScopeOfKind } from './record-kind.js';

/** A record as it stands in the store. The version counts its writes, from 1. */
export interface Stored<T> {
  readonly record: T;
  readonly version: number;
}

/** An attribute from a value (inclusive) to another (exclusive). */
export interface Range<K extends AnyKind> {
  readonly attribute: AttributeOf<K>;
  readonly from?: string | number;
  readonly to?: string | number;
}

/** The ranges of a `Where`, however it gives them. */
export const rangesOf = <K extends AnyKind>({ range = [] }: Where<K>): readonly Range<K>[] =>
  'attribute' in range ? [range] : range;

/** Which records of a scope are meant; all given conditions hold together. */
export interface Where<K extends AnyKind> {
  /** Attributes that equal a value, or one of several (an empty list matches nothing). */
  readonly is?: { readonly [A in AttributeOf<K>]?: string | number | readonly (string | number)[] };
  /** Memberships that contain a text, or one of several (an empty list matches nothing). */
  readonly has?: { readonly [M in MembershipOf<K>]?: string | readonly string[] };
  /** One range, or several that all hold. */
  readonly range?: Range<K> | readonly Range<K>[];
  /** A text attribute that contains a text, compared by code points. */
  readonly contains?: { readonly attribute: AttributeOf<K>; readonly text: string };
  /** What the caller's grants cover: an attribute with one of the values, or one of the ids. */
  readonly covered?: {
    readonly attribute: AttributeOf<K>;
    readonly values: readonly string[];
    readonly ids: readonly string[];
  };
}

/** How a list is ordered. Ties go by id upwards, whatever the direction; texts by code point. */
export interface Order<K extends AnyKind> {
  readonly by: AttributeOf<K> | 'id';
  readonly direction: 'asc' | 'desc';
}

/** The place behind which a page starts: the order's value of the last record and its id. */
export interface After {
  readonly value: string | number;
  readonly id: string;
}

export interface Query<K extends AnyKind> {
  readonly where?: Where<K>;
  /** Default: by id upwards. */
  readonly order?: Order<K>;
  readonly after?: After;
  readonly limit: number;
  /** The page ends before its records take more than that, as the store keeps them; the first one is in it whatever it takes. */
  readonly mostBytes?: number;
}

export interface Page<T> {
  readonly items: readonly Stored<T>[];
  /** Whether records follow behind the last item. */
  readonly more: boolean;
}

/** Records asked for by their members. */
export interface MemberQuery<K extends AnyKind> {
  readonly membership: MembershipOf<K>;
  readonly members: readonly string[];
  /** What the records must be besides. */
  readonly is?: Where<K>['is'];
  readonly contains?: Where<K>['contains'];
  readonly covered?: Where<K>['covered'];
  /** Ids of each member; all of them by default. */
  readonly limit?: number;
}

/**
 * Reads of records. Scope comes first and is part of every lookup: a record of another tenant or environment is absent.
 * What is returned is the caller's own copy. Reads after a commit, by any process that shares the store, see it.
 *
 * @throws PortUnavailable, PortTimedOut
 */
export interface RecordStore {
  get<K extends AnyKind>(
    kind: K,
    scope: ScopeOfKind<K>,
    id: string,
  ): Promise<Stored<RecordFor<K>> | undefined>;

  /** The one that has a value under a unique rule. */
  holder<K extends AnyKind>(
    kind: K,
    scope: ScopeOfKind<K>,
    unique: string,
    value: string,
  ): Promise<Stored<RecordFor<K>> | undefined>;

  /** Several by id, in no particular order; absent ones are left out. */
  getMany<K extends AnyKind>(
    kind: K,
    scope: ScopeOfKind<K>,
    ids: readonly string[],
  ): Promise<readonly Stored<RecordFor<K>>[]>;

  /** Items and whether more follow, from one snapshot. It costs what the page does, however many records there are: `count` counts them. */
  page<K extends AnyKind>(kind: K, scope: ScopeOfKind<K>, query: Query<K>): Promise<Page<RecordFor<K>>>;

  count<K extends AnyKind>(kind: K, scope: ScopeOfKind<K>, where?: Where<K>): Promise<number>;

  /** How many records have each value of an attribute; values that none has are left out. */
  countBy<K extends AnyKind>(
    kind: K,
    scope: ScopeOfKind<K>,
    attribute: AttributeOf<K>,
    where?: Where<K>,
  ): Promise<ReadonlyMap<string | number, number>>;

  /**
   * For each of several members, the ids of the records that have it in a membership, by id upwards; members of none are left out. No record
   * is read whole: the cost follows the answer, however many members a record has.
   */
  idsByMember<K extends AnyKind>(
    kind: K,
    scope: ScopeOfKind<K>,
    request: MemberQuery<K>,
  ): Promise<ReadonlyMap<string, readonly string[]>>;

  /**
   * Every record of a kind over all scopes, for export, start-up checks and the worker's rounds; never for answering a
   * caller. Ordered by tenant, environment and id.
   */
  all<K extends AnyKind>(kind: K): AsyncIterable<Stored<RecordFor<K>>>;
}
