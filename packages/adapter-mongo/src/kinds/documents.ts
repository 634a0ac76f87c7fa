import type { Instant, RevocationSubjectType } from '@govgate/domain';
import type { ObjectId } from 'mongodb';

/**
 * A record. Field names are short because every document repeats them. The record itself is a JSON text, so that no key in
 * it (`$set`, `a.b`, `__proto__`) ever means anything to the database; `a`, `m` and `u` are projections that queries use,
 * and their names come from the kind's declaration alone.
 */
export interface RecordDocument {
  /** `recordKey`: equality on it finds the record; nothing asks for a range of it. */
  readonly _id: string;
  readonly t: string;
  readonly e: string;
  readonly i: string;
  /** Version. */
  readonly v: number;
  /** The record as JSON. */
  readonly r: string;
  readonly a: Readonly<Record<string, string | number>>;
  readonly m: Readonly<Record<string, readonly string[]>>;
  /** Values of unique rules; a rule whose value is null has no member here. */
  readonly u: Readonly<Record<string, string>>;
  /** The shape of the record; the first where it is absent. */
  readonly s?: number;
  /** The form that `a`, `m` and `u` were made in; absent in documents of a version that knew of none. */
  readonly p?: number;
  /** Tracked kinds: the scope's change counter when the record was written. */
  readonly n?: number;
  /** The transaction that wrote it, so that a commit without an answer can be recognized. */
  readonly w: ObjectId;
}

/** What a removed record of a tracked kind leaves behind. Left alone when the record is created again: the newer counter wins. */
export interface TombstoneDocument {
  readonly _id: string;
  readonly k: string;
  readonly t: string;
  readonly e: string;
  readonly i: string;
  readonly n: number;
}

/** A tenant's end of the chain and its revisions. Every commit of the tenant writes it, so commits stand in one line. */
export interface TenantHeadDocument {
  readonly _id: string;
  readonly t: string;
  /** Sequence and hash of the last event. */
  readonly s: number;
  readonly h: string | null;
  /** Content and authorization revision. */
  readonly c: number;
  readonly z: number;
}

/** A counter of a scope: changes of a tracked kind, or revocations. */
export interface CounterDocument {
  readonly _id: string;
  readonly n: number;
}

export type HeadDocument = TenantHeadDocument | CounterDocument;

/** An audit event: the canonical text that its hash covers, and beside it what filters ask for. */
export interface AuditDocument {
  /** The event's id. */
  readonly _id: string;
  readonly t: string;
  readonly s: number;
  readonly at: Instant;
  readonly en: string | null;
  readonly ac: string;
  readonly rt: string;
  readonly ri: string;
  readonly et: string;
  readonly oc: string;
  readonly co?: string;
  readonly x: string;
  readonly h: string;
}

/** A checkpoint: a note by its size and the id of its key. */
export interface NoteDocument {
  readonly _id: string;
  readonly t: string;
  readonly n: number;
  readonly k: string;
  readonly x: string;
}

/** A kept subtree of a trail's tree. */
export interface SubtreeDocument {
  readonly _id: string;
  readonly t: string;
  readonly l: number;
  readonly p: number;
  readonly h: string;
  /** The latest time of all events up to its end. */
  readonly at: Instant;
}

/** A signed head of the form before notes. */
export interface FormerCheckpointDocument {
  readonly _id: ObjectId;
  readonly t: string;
  readonly s: number;
  readonly h: string;
  readonly at: Instant;
  readonly sig: string;
}

export interface RevocationDocument {
  readonly _id: ObjectId;
  readonly t: string;
  readonly e: string;
  readonly n: number;
  readonly rid: string;
  readonly st: RevocationSubjectType;
  readonly si: string;
  readonly at: Instant;
  readonly rc: string;
  /** The revocation that it lifts. */
  readonly l?: string;
}

export interface OutboxDocument {
  readonly _id: string;
  /** Place in the order: the time, then the tenant's commit, then the place within it. */
  readonly o: string;
  readonly t: string;
  readonly e: string | null;
  readonly j: string;
  readonly si: string;
  readonly rq: string;
  readonly at: Instant;
}

/** The latest form of a kind that a process has written. */
export interface FormDocument {
  /** The kind's name. */
  readonly _id: string;
  readonly schema: number;
  /** What is derived, so that a form whose number was forgotten is noticed. */
  readonly form: string;
}

/** Who does some work, and until when, in milliseconds since 1970. */
export interface LeaseDocument {
  readonly _id: string;
  readonly holder: string;
  readonly until: number;
}

/** A document of the installation: the server keys, the mark that `check` writes. */
export interface InstallationDocument {
  readonly _id: string;
  /** JSON. */
  readonly x: string;
}
