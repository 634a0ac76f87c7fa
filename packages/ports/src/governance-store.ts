import type { AuditTrail } from './audit-trail.js';
import type { Outbox } from './outbox.js';
import type { RecordStore } from './record-store.js';
import type { RevisionReader } from './revision-reader.js';
import type { RevocationFeed } from './revocation-feed.js';
import type { UnitOfWork } from './unit-of-work.js';

/** All that a store adapter offers. Use cases take only the roles they use. */
export interface GovernanceStore {
  readonly records: RecordStore;
  readonly unitOfWork: UnitOfWork;
  readonly auditTrail: AuditTrail;
  readonly revocations: RevocationFeed;
  readonly outbox: Outbox;
  readonly revisions: RevisionReader;
  /** Resolves when the store can read and write; rejects with PortUnavailable otherwise. */
  check(): Promise<void>;
  /** Finishes what was accepted, then lets go of files and connections. */
  close(): Promise<void>;
}
