import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { ClientSession, FindCursor, MongoClient, TransactionOptions } from 'mongodb';
import type { Gate } from '../driver/gate.js';
import { isTransient, portErrorOf } from '../driver/port-errors.js';
import { within } from '../driver/time-limit.js';

/** Time limit of a read, in milliseconds. */
const READ_LIMIT_MS = 4_000;
const SNAPSHOT_TRIES = 4;

/** For every single read: the server gives up slightly before the caller does. */
export const ONE_READ = { maxTimeMS: READ_LIMIT_MS - 500 } as const;

// Committed with majority concern, a transaction has read majority-committed data of one moment.
const SNAPSHOT: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
  readPreference: 'primary',
  maxCommitTimeMS: ONE_READ.maxTimeMS,
};

/** Runs reads within their limit and translates failures into the ports' errors. */
export class Reader {
  constructor(
    private readonly client: MongoClient,
    private readonly gate: Gate,
  ) {}

  async read<T>(work: () => Promise<T>, limitMs = READ_LIMIT_MS): Promise<T> {
    this.gate.assertOpen();
    try {
      return await within(limitMs, work());
    } catch (error) {
      throw portErrorOf(error);
    }
  }

  /** Several reads at one moment. `work` may be retried, so it starts from scratch each time. */
  snapshot<T>(work: (session: ClientSession) => Promise<T>, limitMs = READ_LIMIT_MS): Promise<T> {
    return this.read(() => this.#inTransaction(work), limitMs);
  }

  /** Reads batch by batch in flat memory, yielding to the rest of the process before each batch. */
  async *batches<D, T>(open: () => FindCursor<D>, map: (document: D) => T): AsyncGenerator<readonly T[]> {
    this.gate.assertOpen();
    const cursor = open();
    try {
      while (await cursor.hasNext()) {
        await nextTurn();
        yield cursor.readBufferedDocuments().map(map);
      }
    } catch (error) {
      throw portErrorOf(error);
    } finally {
      await cursor.close().catch(() => undefined);
    }
  }

  /** The same document by document. */
  async *stream<D, T>(open: () => FindCursor<D>, map: (document: D) => T): AsyncGenerator<T> {
    for await (const batch of this.batches(open, map)) yield* batch;
  }

  async #inTransaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = this.client.startSession();
    try {
      for (let tried = 1; ; tried += 1) {
        try {
          session.startTransaction(SNAPSHOT);
          const value = await work(session);
          await session.commitTransaction();
          return value;
        } catch (error) {
          if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
          if (!isTransient(error) || tried === SNAPSHOT_TRIES) throw error;
          await pause(Math.random() * 20 * tried);
        }
      }
    } finally {
      await session.endSession();
    }
  }
}
