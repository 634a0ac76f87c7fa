/** What the collections hold. Stored names are short because every document repeats them; only the tables below spell them out. */
import type { Instant, RevocationSubjectType } from '@govgate/domain';
import type { ObjectId } from 'mongodb';

export const RECORD = {
  tenantId: 't',
  environmentId: 'e',
  id: 'i',
  version: 'v',
  text: 'r',
  attributes: 'a',
  memberships: 'm',
  uniques: 'u',
  token: 'w',
} as const;

/**
 * A record. The record itself is JSON text, so that no key in it (`$set`, `a.b`, `__proto__`) ever means anything to the database;
 * attributes, memberships and uniques are projections for queries, named by the kind's declaration alone.
 */
export interface RecordDocument {
  /** `recordKey`: looked up by equality only, never by range. */
  readonly _id: string;
  readonly [RECORD.tenantId]: string;
  readonly [RECORD.environmentId]: string;
  readonly [RECORD.id]: string;
  readonly [RECORD.version]: number;
  /** The record as JSON. */
  readonly [RECORD.text]: string;
  readonly [RECORD.attributes]: Readonly<Record<string, string | number>>;
  readonly [RECORD.memberships]: Readonly<Record<string, readonly string[]>>;
  /** Values of unique rules; a rule whose value is null has no entry. */
  readonly [RECORD.uniques]: Readonly<Record<string, string>>;
  /** The transaction that wrote it, so that a commit whose answer was lost can be recognised. */
  readonly [RECORD.token]: ObjectId;
}

/** Places are named like records, so that one filter finds both. */
export const TENANT_HEAD = {
  tenantId: 't',
  sequence: 's',
  hash: 'h',
  content: 'c',
  authorization: 'z',
} as const;

/** A tenant's chain head and revisions. Every commit of the tenant writes it, which serializes commits. */
export interface TenantHeadDocument {
  readonly _id: string;
  readonly [TENANT_HEAD.tenantId]: string;
  /** Sequence and hash of the last event. */
  readonly [TENANT_HEAD.sequence]: number;
  readonly [TENANT_HEAD.hash]: string | null;
  /** Content and authorization revision. */
  readonly [TENANT_HEAD.content]: number;
  readonly [TENANT_HEAD.authorization]: number;
}

export const COUNTER = { count: 'n' } as const;

/** A counter of a scope's revocations. */
export interface CounterDocument {
  readonly _id: string;
  readonly [COUNTER.count]: number;
}

export const WAITING = { mark: 'w' } as const;

/** Left beside a tenant's head by a process that keeps losing races for it. */
export interface WaitingDocument {
  readonly _id: string;
  readonly [WAITING.mark]: ObjectId;
}

export type HeadDocument = TenantHeadDocument | CounterDocument | WaitingDocument;

export const EVENT = {
  tenantId: 't',
  sequence: 's',
  occurredAt: 'at',
  environmentId: 'en',
  actorId: 'ac',
  resourceType: 'rt',
  resourceId: 'ri',
  eventType: 'et',
  outcome: 'oc',
  correlationId: 'co',
  text: 'x',
  hash: 'h',
  mac: 'mc',
} as const;

/** An audit event: the canonical text its hash covers, and the filterable values. */
export interface AuditDocument {
  /** The event's id. */
  readonly _id: string;
  readonly [EVENT.tenantId]: string;
  readonly [EVENT.sequence]: number;
  readonly [EVENT.occurredAt]: Instant;
  readonly [EVENT.environmentId]: string | null;
  readonly [EVENT.actorId]: string;
  readonly [EVENT.resourceType]: string;
  readonly [EVENT.resourceId]: string;
  readonly [EVENT.eventType]: string;
  readonly [EVENT.outcome]: string;
  readonly [EVENT.correlationId]?: string;
  readonly [EVENT.text]: string;
  readonly [EVENT.hash]: string;
  readonly [EVENT.mac]?: string;
}

export const NOTE = { tenantId: 't', size: 'n', keyId: 'k', note: 'x' } as const;

/** A checkpoint: a note, by its size and key id. */
export interface NoteDocument {
  readonly _id: string;
  readonly [NOTE.tenantId]: string;
  readonly [NOTE.size]: number;
  readonly [NOTE.keyId]: string;
  readonly [NOTE.note]: string;
}

export const SUBTREE = { tenantId: 't', level: 'l', place: 'p', hash: 'h', latest: 'at' } as const;

/** A kept subtree of a trail's tree. */
export interface SubtreeDocument {
  readonly _id: string;
  readonly [SUBTREE.tenantId]: string;
  readonly [SUBTREE.level]: number;
  readonly [SUBTREE.place]: number;
  readonly [SUBTREE.hash]: string;
  /** The latest time among all events up to its end. */
  readonly [SUBTREE.latest]: Instant;
}

export const REVOCATION = {
  tenantId: 't',
  environmentId: 'e',
  sequence: 'n',
  revocationId: 'rid',
  subjectType: 'st',
  subjectId: 'si',
  effectiveAt: 'at',
  reasonCode: 'rc',
  lifts: 'l',
} as const;

export interface RevocationDocument {
  readonly _id: ObjectId;
  readonly [REVOCATION.tenantId]: string;
  readonly [REVOCATION.environmentId]: string;
  readonly [REVOCATION.sequence]: number;
  readonly [REVOCATION.revocationId]: string;
  readonly [REVOCATION.subjectType]: RevocationSubjectType;
  readonly [REVOCATION.subjectId]: string;
  readonly [REVOCATION.effectiveAt]: Instant;
  readonly [REVOCATION.reasonCode]: string;
  /** The revocation it lifts. */
  readonly [REVOCATION.lifts]?: string;
}

export const OUTBOX = {
  order: 'o',
  tenantId: 't',
  environmentId: 'e',
  job: 'j',
  subjectId: 'si',
  requestId: 'rq',
  createdAt: 'at',
} as const;

export interface OutboxDocument {
  readonly _id: string;
  /** Sort position: the time, then the tenant's commit, then the place within it. */
  readonly [OUTBOX.order]: string;
  readonly [OUTBOX.tenantId]: string;
  readonly [OUTBOX.environmentId]: string | null;
  readonly [OUTBOX.job]: string;
  readonly [OUTBOX.subjectId]: string;
  readonly [OUTBOX.requestId]: string;
  readonly [OUTBOX.createdAt]: Instant;
}

/** Who holds a piece of work, and until when, in milliseconds since 1970. */
export interface LeaseDocument {
  readonly _id: string;
  readonly holder: string;
  readonly until: number;
}

export const INSTALLATION = { text: 'x' } as const;

/** A document of the installation, such as the server keys or the mark written by `check`. */
export interface InstallationDocument {
  readonly _id: string;
  /** JSON. */
  readonly [INSTALLATION.text]: string;
}
