import type { RevisionReader, Revisions } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { ReadAccess } from './read-access.js';

/** Tenants whose revisions are cached; more than a process serves at a time. */
const REMEMBERED = 10_000;

const READ = 'SELECT content_revision, authorization_revision FROM tenant_heads WHERE tenant_id = ?';
const NONE: Revisions = { content: 0, authorization: 0 };

/**
 * Answers from memory while nothing was committed: the data version moves with commits of other connections, and `moved` reports our own.
 */
export class SqliteRevisionReader implements RevisionReader {
  readonly #known = new LRUCache<string, Revisions>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });
  #knownAt: unknown;

  constructor(private readonly reads: ReadAccess) {}

  revisions(tenantId: string): Revisions | Promise<Revisions> {
    return this.reads.now((driver) => {
      const dataVersion = driver.get('PRAGMA data_version')?.[0];
      if (dataVersion !== this.#knownAt) this.#known.clear();
      this.#knownAt = dataVersion;
      const known = this.#known.get(tenantId) ?? readRevisions(driver, tenantId);
      this.#known.set(tenantId, known);
      return known;
    });
  }

  /** This connection's commits moved a tenant's revisions. */
  moved(tenantId: string): void {
    this.#known.delete(tenantId);
  }
}

const readRevisions = (driver: SqlDriver, tenantId: string): Revisions => {
  const row = driver.get<[content: number, authorization: number]>(READ, [tenantId]);
  return row === undefined ? NONE : { content: row[0], authorization: row[1] };
};
