import { hash } from 'node:crypto';
import type { Sha256Hex } from '@govgate/domain';
import { type AnyKind, type GovernanceStore, PortUnavailable } from '@govgate/ports';
import { type MongoClient, ObjectId } from 'mongodb';
import { Gate } from '../driver/gate.js';
import { isDuplicateKey } from '../driver/port-errors.js';
import type { Collections } from '../kinds/collections.js';
import { INSTALLATION } from '../kinds/documents.js';
import { mongoAuditTrail } from '../read/audit-trail.js';
import { mongoOutbox } from '../read/outbox.js';
import { Reader } from '../read/reader.js';
import { mongoRecordStore } from '../read/record-store.js';
import { mongoRevisionReader } from '../read/revision-reader.js';
import { mongoRevocationFeed } from '../read/revocation-feed.js';
import { CommitLines } from '../write/commit-lines.js';
import type { Failpoint } from '../write/group-commit.js';
import { mongoUnitOfWork } from '../write/unit-of-work.js';
import { WaitingMarks } from '../write/waiting-marks.js';
import { type LoadOrCreateServerKeys, mongoServerKeys } from './server-keys.js';

export interface StoreOverOptions {
  /** Every kind of record that will be used. */
  readonly kinds: readonly AnyKind[];
  /** The host's SHA-256. */
  readonly hash?: Sha256Hex;
  /** For crash tests. */
  readonly failpoint?: Failpoint;
}

/** The store, and the keys that its processes share. */
export interface MongoStore extends GovernanceStore {
  readonly loadOrCreateServerKeys: LoadOrCreateServerKeys;
}

/** Builds the store over a connected client. */
export const storeOver = (
  client: MongoClient,
  collections: Collections,
  options: StoreOverOptions,
): MongoStore => {
  const gate = new Gate();
  const reader = new Reader(client, gate);
  const lines = new CommitLines({
    client,
    collections,
    hash: options.hash ?? nodeSha256,
    failpoint: options.failpoint ?? (() => undefined),
    marks: new WaitingMarks(collections),
  });
  return {
    records: mongoRecordStore(collections, reader),
    unitOfWork: mongoUnitOfWork(collections, { lines, gate }),
    auditTrail: mongoAuditTrail(collections, reader),
    revocations: mongoRevocationFeed(collections, reader),
    outbox: mongoOutbox(collections, reader),
    revisions: mongoRevisionReader(collections, reader),
    loadOrCreateServerKeys: mongoServerKeys(collections, reader),
    check: () => check(collections, reader),
    close: async () => {
      gate.close();
      await lines.idle();
      await client.close();
    },
  };
};

/** Writes a mark with majority concern: a read-only server cannot be a store. */
const check = async (collections: Collections, reader: Reader): Promise<void> => {
  try {
    await reader.read(async () => {
      const mark = { $set: { [INSTALLATION.text]: JSON.stringify(new ObjectId()) } };
      try {
        await collections.installation.updateOne({ _id: 'check' }, mark, { upsert: true });
      } catch (error) {
        // Two first checks ran at once: the other one wrote.
        if (!isDuplicateKey(error)) throw error;
      }
    });
  } catch (error) {
    if (error instanceof PortUnavailable) throw error;
    throw new PortUnavailable('store', { cause: error });
  }
};

const nodeSha256: Sha256Hex = (text) => hash('sha256', text, 'hex');
