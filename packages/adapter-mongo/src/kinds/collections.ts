import type { AnyKind } from '@govgate/ports';
import type { Collection, Db } from 'mongodb';
import type {
  AuditDocument,
  HeadDocument,
  InstallationDocument,
  LeaseDocument,
  NoteDocument,
  OutboxDocument,
  RecordDocument,
  RevocationDocument,
  SubtreeDocument,
} from './documents.js';

/** Every collection of the store. */
export interface Collections {
  readonly heads: Collection<HeadDocument>;
  readonly audit: Collection<AuditDocument>;
  readonly notes: Collection<NoteDocument>;
  readonly subtrees: Collection<SubtreeDocument>;
  readonly revocations: Collection<RevocationDocument>;
  readonly outbox: Collection<OutboxDocument>;
  readonly installation: Collection<InstallationDocument>;
  readonly leases: Collection<LeaseDocument>;
  readonly kinds: ReadonlyMap<string, Collection<RecordDocument>>;
}

export const collectionsOf = (db: Db, kinds: readonly AnyKind[]): Collections => ({
  heads: db.collection('heads'),
  audit: db.collection('audit_events'),
  notes: db.collection('audit_notes'),
  subtrees: db.collection('audit_subtrees'),
  revocations: db.collection('revocations'),
  outbox: db.collection('outbox'),
  installation: db.collection('installation'),
  leases: db.collection('leases'),
  // The prefix keeps a kind's name from colliding with those above.
  kinds: new Map(kinds.map(({ name }) => [name, db.collection(`kind_${name}`)])),
});

/** The records of a kind. Asking for a kind the store was not opened with is a programming error. */
export const recordsOf = (collections: Collections, kind: AnyKind): Collection<RecordDocument> => {
  const records = collections.kinds.get(kind.name);
  if (records === undefined) throw new TypeError(`the store was opened without the kind ${kind.name}`);
  return records;
};
