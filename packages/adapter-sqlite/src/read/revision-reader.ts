import type { RevisionReader, Revisions } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { ReadAccess } from './read-access.js';

/** Tenants whose revisions are remembered; more than a process serves at a time. */
const REMEMBERED = 10_000;

const READ = 'SELECT content_revision, authorization_revision FROM tenant_heads WHERE tenant_id = ?';
const NONE: Revisions = { content: 0, authorization: 0 };

/**
 * Answers from memory while nothing was committed: SQLite's data version moves with commits of other connections, and
 * `forget` tells of our own.
 */
export class SqliteRevisionReader implements RevisionReader {
  readonly #known = new LRUCache<string, Revisions>({ max: REMEMBERED });
  #dataVersion: unknown;
  /** Whether the data version was asked for in this turn of the event loop. */
  #asked = false;

  constructor(private readonly reads: ReadAccess) {}

  revisions(tenantId: string): Revisions | Promise<Revisions> {
    return this.reads.now((driver) => this.#read(driver, tenantId));
  }

  /** A commit of this connection moved a tenant's revisions. */
  forget(tenantId: string): void {
    this.#known.delete(tenantId);
  }

  #read(driver: SqlDriver, tenantId: string): Revisions {
    if (!this.#asked) this.#askDataVersion(driver);
    const known = this.#known.get(tenantId) ?? readRevisions(driver, tenantId);
    this.#known.set(tenantId, known);
    return known;
  }

  #askDataVersion(driver: SqlDriver): void {
    const dataVersion = driver.prepare('PRAGMA data_version').get()?.[0];
    if (dataVersion !== this.#dataVersion) this.#known.clear();
    this.#dataVersion = dataVersion;
    this.#asked = true;
    // A call asks several times before anything from outside can reach this process again. The flag falls when this turn's
    // promises are done and before the next event, so that no call is answered out of what an earlier event saw.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#asked = false;
      }),
    );
  }
}

const readRevisions = (driver: SqlDriver, tenantId: string): Revisions => {
  const row = driver.prepare(READ).get([tenantId]);
  return row === undefined ? NONE : { content: row[0] as number, authorization: row[1] as number };
};
