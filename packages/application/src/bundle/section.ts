import type { AuditEventType, Instant, RevocationSubjectType, Sha256Hex } from '@govgate/domain';
import type { AnyKind, Change, RecordStore } from '@govgate/ports';
import type { FieldPath, Note } from './problem.js';

/** Where a record stands and what it is called. */
export interface ItemKey {
  readonly tenantId: string;
  /** Null for records of the tenant itself. */
  readonly environmentId: string | null;
  readonly id: string;
}

/** Something that a record names and that must be in the bundle or in the store. */
export type Reference =
  | { readonly field: FieldPath; readonly environment: { readonly tenantId: string; readonly id: string } }
  | { readonly field: FieldPath; readonly kind: AnyKind; readonly key: ItemKey };

/** What a section may look at when it takes a record in. */
export interface TakeFacts<T> {
  readonly now: Instant;
  /** The record that is there already, where it is to be replaced: what a bundle does not carry stays. */
  readonly before: T | undefined;
  readonly hash: Sha256Hex;
  readonly note: Note;
}

/** What an item of a bundle comes to in the store. */
export interface Taken<T> {
  readonly record: T;
  /** Records that belong to it, written with it. */
  readonly parts?: readonly Change[];
  readonly references?: readonly Reference[];
  /** Of the audit event, where it is not the key's. */
  readonly auditEnvironmentId?: string | null;
  readonly auditVersion?: string;
}

/** What stops working when a record replaces another: gateways must hear of it as of any other end. */
export interface Fence {
  readonly subjectType: RevocationSubjectType;
  readonly environmentIds: readonly string[];
}

/** A record that the import is going to write. */
export interface Written<T> {
  readonly key: ItemKey;
  readonly record: T;
  readonly parts: readonly Change[];
  /** Whether another record of the same identifier is there. */
  readonly replaces: boolean;
  readonly note: Note;
}

/**
 * How the records of one resource travel in a bundle (decisions, section 14). Declared once: import and export, order, events
 * and conflict rules follow from the list of sections.
 */
export interface BundleSection<Item = unknown, T = unknown> {
  readonly eventType: AuditEventType;
  /** The kind of the record that an item stands for. */
  readonly kind: AnyKind;
  keyOf(item: Item): ItemKey;
  /** Where given, an item that exists is no conflict: what it is merged to, or undefined when it says nothing new. */
  merge?(item: Item, before: T): T | undefined;
  take(item: Item, facts: TakeFacts<T>): Taken<T>;
  /** Rules over several records, the stored ones included. */
  check?(written: readonly Written<T>[], records: RecordStore): Promise<void>;
  /** What must go where an item replaces another: parts that only the other had. */
  leftovers?(written: Written<T>, records: RecordStore): Promise<readonly Change[]>;
  fence?(before: T, after: T, environments: readonly string[]): Fence | undefined;
  /** Every item of the store, ordered by tenant, environment and id. */
  give(records: RecordStore): AsyncIterable<Item>;
}

/** Declares a section; its own types are checked here, the registry holds sections of every type. */
export const defineSection = <Item, T>(section: BundleSection<Item, T>): BundleSection<Item, T> => section;
