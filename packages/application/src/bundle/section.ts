import type { AuditEventType, Instant, RevocationSubjectType, Sha256Hex } from '@govgate/domain';
import type { AnyKind, Change, RecordStore } from '@govgate/ports';
import type { FieldPath, Note } from './problem.js';

/** A record's place and identifier. */
export interface ItemKey {
  readonly tenantId: string;
  /** Null for records of the tenant itself. */
  readonly environmentId: string | null;
  readonly id: string;
}

/** Something a record refers to that must be in the bundle or the store. */
export type Reference =
  | { readonly field: FieldPath; readonly environment: { readonly tenantId: string; readonly id: string } }
  | { readonly field: FieldPath; readonly kind: AnyKind; readonly key: ItemKey };

/** The context in which a section reads a record. */
export interface TakeFacts<T> {
  readonly now: Instant;
  /** The existing record to be replaced: what a bundle does not carry is kept from it. */
  readonly before: T | undefined;
  readonly hash: Sha256Hex;
  readonly note: Note;
}

/** What a bundle's item becomes in the store. */
export interface Taken<T> {
  readonly record: T;
  /** Additional records, written with it. */
  readonly parts?: readonly Change[];
  readonly references?: readonly Reference[];
  /** The audit event's, if different from the key's. */
  readonly auditEnvironmentId?: string | null;
  readonly auditVersion?: string;
}

/** What stops working when a record replaces another: gateways must hear of it like of any other end. */
export interface RevokedSubject {
  readonly subjectType: RevocationSubjectType;
  readonly environmentIds: readonly string[];
}

/** A record the import is going to write. */
export interface Written<T> {
  readonly key: ItemKey;
  readonly record: T;
  readonly parts: readonly Change[];
  /** Whether another record with the same identifier exists. */
  readonly replaces: boolean;
  readonly note: Note;
}

/**
 * How the records of one resource are represented in a bundle (docs/spec/operations.md). Declared once: import and export, order, events and
 * conflict rules are derived from the list of sections.
 */
export interface BundleSection<Item = unknown, T = unknown> {
  readonly eventType: AuditEventType;
  /** The kind of an item's record. */
  readonly kind: AnyKind;
  keyOf(item: Item): ItemKey;
  /** If given, an existing item is no conflict: returns the merged item, or undefined if it changes nothing. */
  merge?(item: Item, before: T): T | undefined;
  take(item: Item, facts: TakeFacts<T>): Taken<T>;
  /** Rules across several records, stored ones included. */
  check?(written: readonly Written<T>[], records: RecordStore): Promise<void>;
  /** What must be removed when an item replaces another: parts only the other had. */
  leftovers?(written: Written<T>, records: RecordStore): Promise<readonly Change[]>;
  revokes?(before: T, after: T, environments: readonly string[]): RevokedSubject | undefined;
  /** Every item of the store, ordered by tenant, environment and id. */
  give(records: RecordStore): AsyncIterable<Item>;
}

/** Declares a section; its own types are checked here, the registry holds sections of every type. */
export const defineSection = <Item, T>(section: BundleSection<Item, T>): BundleSection<Item, T> => section;
