import type { ChainHead } from '@govgate/domain';
import type { SqlDriver } from '../driver/sql-driver.js';

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

/** What a feed's row is written from. */
type FeedHead = readonly [tenantId: string, environmentId: string, sequence: number];

/**
 * One SQLite transaction for the units of several callers: heads are read and written once for all of them. Savepoints cost an eighth of a
 * commit, and units rarely fail: a group is first tried without them, and once more with them if a unit has to be undone.
 */
export class WriteGroup {
  /** By tenant. */
  #heads = new Map<string, TenantHead>();
  /** The last revocation's sequence, by tenant and environment. */
  #feeds = new Map<string, FeedHead>();
  /** Both as the open unit found them; kept where a unit can be undone. */
  #found = { heads: this.#heads, feeds: this.#feeds };

  constructor(
    readonly driver: SqlDriver,
    private readonly savepoints: boolean,
  ) {}

  /** Runs a unit; its writes are undone if it throws or does not want them kept. */
  run<T>(unit: (group: WriteGroup) => UnitAnswer<T>): T {
    if (this.savepoints) {
      this.driver.run('SAVEPOINT unit');
      this.#found = { heads: new Map(this.#heads), feeds: new Map(this.#feeds) };
    }
    try {
      const { keep, answer } = unit(this);
      if (!keep) this.#undo();
      else if (this.savepoints) this.driver.run('RELEASE unit');
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
    this.#heads = new Map(this.#found.heads);
    this.#feeds = new Map(this.#found.feeds);
  }

  head(tenantId: string): TenantHead {
    return this.#heads.get(tenantId) ?? loadHead(this.driver, tenantId);
  }

  setHead(tenantId: string, head: TenantHead): void {
    this.#heads.set(tenantId, head);
  }

  /** The sequence of the next revocation in an environment's feed. */
  nextInFeed(tenantId: string, environmentId: string): number {
    const key = JSON.stringify([tenantId, environmentId]);
    const last =
      this.#feeds.get(key)?.[2] ?? this.driver.get<[number]>(LOAD_FEED, [tenantId, environmentId])?.[0];
    const sequence = (last ?? 0) + 1;
    this.#feeds.set(key, [tenantId, environmentId, sequence]);
    return sequence;
  }

  /** A unit increments a tenant's content revision. */
  moveContent(tenantId: string, moves: Pick<TenantHead, 'authorization'>): void {
    const head = this.head(tenantId);
    const authorization = head.authorization + moves.authorization;
    this.setHead(tenantId, { ...head, content: head.content + 1, authorization });
  }

  /** Writes heads and counters, once each. */
  flush(): void {
    for (const [tenantId, { chain, content, authorization }] of this.#heads)
      this.driver.run(STORE_HEAD, [tenantId, chain.sequence, chain.hash, content, authorization]);
    for (const feed of this.#feeds.values()) this.driver.run(STORE_FEED, feed);
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

const loadHead = (driver: SqlDriver, tenantId: string): TenantHead => {
  const row = driver.get<[number, string | null, number, number]>(LOAD_HEAD, [tenantId]);
  if (row === undefined) return NEW_TENANT;
  const [sequence, hash, content, authorization] = row;
  return { chain: { sequence, hash }, content, authorization };
};
