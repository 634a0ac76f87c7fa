import { hash } from 'node:crypto';
import type { Sha256Hex } from '@govgate/domain';
import { type AnyKind, type GovernanceStore, PortUnavailable } from '@govgate/ports';
import { type MongoClient, MongoServerError, ObjectId } from 'mongodb';
import { mongoAuditTrail } from './audit-trail.js';
import { type Collections, collectionsOf } from './collections.js';
import { CommitLines } from './commit-lines.js';
import { Gate } from './gate.js';
import type { Failpoint } from './group-commit.js';
import { ensureIndexes } from './indexes.js';
import { openClient } from './open-client.js';
import { mongoOutbox } from './outbox.js';
import { isDuplicateKey } from './port-errors.js';
import { Reader } from './reader.js';
import { mongoRecordStore } from './record-store.js';
import { mongoRevisionReader } from './revision-reader.js';
import { mongoRevocationFeed } from './revocation-feed.js';
import { type LoadOrCreateServerKeys, mongoServerKeys } from './server-keys.js';
import { storeOpenError } from './store-open-error.js';
import { readStoreUrl, type StoreUrl } from './store-url.js';
import { mongoUnitOfWork } from './unit-of-work.js';

export interface MongoStoreOptions {
  /** MongoDB 7.0 or newer, a replica set; the path names the database, `govgate` by default. */
  readonly url: string;
  /** Every kind of record that will be asked for. */
  readonly kinds: readonly AnyKind[];
  /** How long to wait for a server that does not answer yet. */
  readonly openLimitMs?: number;
  /** SHA-256 of the host. */
  readonly hash?: Sha256Hex;
  /** For crash tests. */
  readonly failpoint?: Failpoint;
}

/** The store, and the keys that its processes share. */
export interface MongoStore extends GovernanceStore {
  readonly loadOrCreateServerKeys: LoadOrCreateServerKeys;
}

const OPEN_LIMIT_MS = 30_000;
const nodeSha256: Sha256Hex = (text) => hash('sha256', text, 'hex');

/** Opens the store. @throws StoreOpenError with a sentence for the operator */
export const openMongoStore = async (options: MongoStoreOptions): Promise<MongoStore> => {
  const address = readStoreUrl(options.url);
  const client = await openClient(address, options.openLimitMs ?? OPEN_LIMIT_MS);
  try {
    const collections = collectionsOf(client.db(address.database), options.kinds);
    await prepare(collections, options.kinds, address);
    return storeOver(client, collections, options);
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
};

const UNAUTHORIZED = 13;

const prepare = async (
  collections: Collections,
  kinds: readonly AnyKind[],
  { where }: StoreUrl,
): Promise<void> => {
  try {
    await ensureIndexes(collections, kinds);
  } catch (error) {
    if (!(error instanceof MongoServerError))
      throw storeOpenError('unreachable', where, { seen: 'it went away' });
    if (error.code === UNAUTHORIZED) throw storeOpenError('not_allowed', where);
    throw storeOpenError('bad_data', where, { seen: error.codeName ?? `code ${error.code}` });
  }
};

const storeOver = (client: MongoClient, collections: Collections, options: MongoStoreOptions): MongoStore => {
  const gate = new Gate();
  const reader = new Reader(client, gate);
  const lines = new CommitLines({
    client,
    collections,
    hash: options.hash ?? nodeSha256,
    failpoint: options.failpoint ?? (() => undefined),
  });
  return {
    records: mongoRecordStore(collections, reader),
    unitOfWork: mongoUnitOfWork(collections, lines, gate),
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

/** Writes a mark for a majority: a server that can only be read is no store. */
const check = async (collections: Collections, reader: Reader): Promise<void> => {
  try {
    await reader.read(async () => {
      const mark = { $set: { x: JSON.stringify(new ObjectId()) } };
      try {
        await collections.installation.updateOne({ _id: 'check' }, mark, { upsert: true });
      } catch (error) {
        // Two first checks at once: the other one wrote.
        if (!isDuplicateKey(error)) throw error;
      }
    });
  } catch (error) {
    if (error instanceof PortUnavailable) throw error;
    throw new PortUnavailable('store', { cause: error });
  }
};
