import type { ChainHead } from '@govgate/domain';
import type { SqlDriver } from '../driver/sql-driver.js';
import { GroupCache } from './group-cache.js';

/** The end of a tenant's chain and its revisions: one row. */
export interface TenantHead {
  readonly chain: ChainHead;
  readonly content: number;
  readonly authorization: number;
}

const NEW_TENANT: TenantHead = { chain: { sequence: 0, hash: null }, content: 0, authorization: 0 };

const LOAD_HEAD = `SELECT sequence, hash, content_revision, authorization_revision FROM tenant_heads WHERE tenant_id = ?`;
const STORE_HEAD = `INSERT INTO tenant_heads VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET sequence = excluded.sequence,
  hash = excluded.hash, content_revision = excluded.content_revision,
  authorization_revision = excluded.authorization_revision`;
const LOAD_FEED = 'SELECT sequence FROM revocation_heads WHERE tenant_id = ? AND environment_id = ?';
const STORE_FEED = `INSERT INTO revocation_heads VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET sequence = excluded.sequence`;

/**
 * One SQLite transaction for the units of several callers. Savepoints cost an eighth of a commit, and units rarely fail: a group is first
 * tried without them, and once more with them if a unit has to be undone.
 */
export class WriteGroup {
  /** By tenant. */
  readonly heads: GroupCache<TenantHead>;
  /** The last revocation's sequence, by tenant and environment. */
  readonly feeds: GroupCache<number>;
  /** The tenants whose content revisions moved; may include some of units that were undone. */
  readonly moved = new Set<string>();

  constructor(
    readonly driver: SqlDriver,
    private readonly savepoints: boolean,
  ) {
    this.heads = new GroupCache<TenantHead>(
      (key) => loadHead(driver, key),
      (key, head) => storeHead(driver, key, head),
    );
    this.feeds = new GroupCache<number>(
      (key) => driver.get<[number]>(LOAD_FEED, key)?.[0] ?? 0,
      (key, sequence) => driver.run(STORE_FEED, [...key, sequence]),
    );
  }

  /** Runs a unit; its writes are undone if it throws or does not want them kept. */
  run<T>(unit: (group: WriteGroup) => UnitAnswer<T>): T {
    if (this.savepoints) this.driver.run('SAVEPOINT unit');
    try {
      const { keep, answer } = unit(this);
      if (keep) this.#keep();
      else this.#undo();
      return answer;
    } catch (thrown) {
      if (thrown instanceof SavepointsNeeded) throw thrown;
      // A full disk rolls back everything at once; then there is no savepoint to return to.
      if (!this.driver.inTransaction()) throw new GroupLost({ cause: thrown });
      this.#undo();
      throw thrown;
    }
  }

  /** Undoes what the open unit has written. */
  startOver(): void {
    if (!this.savepoints) throw new SavepointsNeeded();
    this.driver.run('ROLLBACK TO unit');
    for (const cache of [this.heads, this.feeds]) cache.dropUnit();
  }

  /** A unit increments a tenant's content revision. */
  moveContent(tenantId: string, moves: Pick<TenantHead, 'authorization'>): void {
    const head = this.heads.get(tenantId);
    this.moved.add(tenantId);
    const authorization = head.authorization + moves.authorization;
    this.heads.set({ ...head, content: head.content + 1, authorization }, tenantId);
  }

  /** Writes heads and counters, once each. */
  flush(): void {
    for (const cache of [this.heads, this.feeds]) cache.flush();
  }

  #keep(): void {
    if (this.savepoints) this.driver.run('RELEASE unit');
    for (const cache of [this.heads, this.feeds]) cache.keepUnit();
  }

  #undo(): void {
    this.startOver();
    this.driver.run('RELEASE unit');
  }
}

/** A unit's answer, and whether its writes are kept. */
export interface UnitAnswer<T> {
  readonly keep: boolean;
  readonly answer: T;
}

/** A unit in a group without savepoints has to be undone: the group restarts with them. */
export class SavepointsNeeded extends Error {
  override readonly name = 'SavepointsNeeded';
}

/** The whole transaction is lost: no unit of the group was written. */
export class GroupLost extends Error {
  override readonly name = 'GroupLost';

  constructor(options: { cause: unknown }) {
    super('the transaction was rolled back', options);
  }
}

const loadHead = (driver: SqlDriver, key: readonly string[]): TenantHead => {
  const row = driver.get<[number, string | null, number, number]>(LOAD_HEAD, key);
  if (row === undefined) return NEW_TENANT;
  const [sequence, hash, content, authorization] = row;
  return { chain: { sequence, hash }, content, authorization };
};

const storeHead = (driver: SqlDriver, key: readonly string[], head: TenantHead): void => {
  const { chain, content, authorization } = head;
  driver.run(STORE_HEAD, [...key, chain.sequence, chain.hash, content, authorization]);
};
