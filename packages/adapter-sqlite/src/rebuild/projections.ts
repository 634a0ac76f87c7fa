import {
  type KindBehind,
  LIST_WAITS_MS,
  NotYetWhole,
  PortUnavailable,
  type Projections,
} from '@govgate/ports';
import type { SqlDriver, SqlRow } from '../driver/sql-driver.js';
import type { KeepInLine } from '../kinds/keep-in-line.js';
import type { KindTable, KindTables } from '../kinds/kind-table.js';
import type { Parts } from '../kinds/parts.js';
import type { DataVersion } from '../read/data-version.js';
import type { ReadAccess } from '../read/read-access.js';
import { readerOn } from '../read/stored-record.js';
import type { WriteQueue } from '../write/write-queue.js';
import { deriveAgain } from './derive-again.js';

/** Rows a list brings up to date in one write. */
const STEP = 100;

/** Nothing else runs during a write: it ends early once so many characters of records were read, some rows at a time. */
const LONGEST_STEP = 200_000;
const ROWS_AT_ONCE = 10;

const LEASE = 'projections';
const CLAIM = `INSERT INTO leases (name, holder, until_ms) VALUES ('${LEASE}', ?, ?)
  ON CONFLICT DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
  WHERE holder = excluded.holder OR until_ms <= ?`;
const RELEASE = `DELETE FROM leases WHERE name = '${LEASE}' AND holder = ?`;

export const keepInLineOn = (
  reads: ReadAccess,
  rewriting: Rewriting,
  dataVersion: DataVersion,
): KeepInLine => {
  /** Kinds found up to date, and when: only other connections of older versions write outdated rows. */
  const whole = new Map<KindTable, unknown>();
  const isWhole = (driver: SqlDriver, table: KindTable): boolean => {
    const now = dataVersion.now();
    if (whole.get(table) === now) return true;
    if (driver.prepare(table.sql.anyBehind).get() !== undefined) return false;
    whole.set(table, now);
    return true;
  };
  const isBehind = (table: KindTable, partition: readonly string[]) =>
    reads.now(
      (driver) =>
        !isWhole(driver, table) && driver.prepare(table.sql.anyBehindIn).get(partition) !== undefined,
    );
  const bringInLine = async (table: KindTable, partition: readonly string[]): Promise<void> => {
    const giveUpAt = performance.now() + LIST_WAITS_MS;
    while (await isBehind(table, partition)) {
      if (performance.now() > giveUpAt)
        throw new PortUnavailable('store', { cause: new NotYetWhole(table.kind.name) });
      await deriveSome(rewriting, table, {
        most: STEP,
        find: (driver, most) => driver.prepare(table.sql.behindIn).all([...partition, most]),
      });
    }
  };
  return (table, partition) =>
    isBehind(table, partition) === false ? undefined : bringInLine(table, partition);
};

interface Rewriting {
  readonly queue: WriteQueue;
  readonly parts: Parts;
}

/** Derives projections of records again. */
export const sqliteProjections = (
  reads: ReadAccess,
  { queue, parts }: Rewriting,
  tables: KindTables,
): Projections => ({
  behind: () => reads.run((driver) => tables.all().flatMap((table) => behindOf(driver, table))),
  step: (kind, most) => {
    const table = tables.named(kind);
    return deriveSome({ queue, parts }, table, {
      most,
      find: (driver, some) => driver.prepare(table.sql.behind).all([some]),
    });
  },
  settle: async (kind) => {
    const table = tables.named(kind);
    await queue.add(({ driver }) => {
      deriveAgain(driver, readerOn(driver, parts), { table, rows: driver.prepare(table.sql.clashing).all() });
      return { keep: true, answer: undefined };
    });
    return reads.run((driver) => behindOf(driver, table)[0]?.clashing ?? 0);
  },
  claim: (holder, ms) =>
    queue.add(({ driver }) => {
      const now = Date.now();
      return { keep: true, answer: driver.prepare(CLAIM).run([holder, now + ms, now]) === 1 };
    }),
  release: (holder) =>
    queue.add(({ driver }) => {
      driver.prepare(RELEASE).run([holder]);
      return { keep: true, answer: undefined };
    }),
});

interface Step {
  readonly most: number;
  readonly find: (driver: SqlDriver, most: number) => readonly SqlRow[];
}

/** Derives again what a statement finds behind, and gives the number of rows: at least one if there is any, at most as many as asked for. */
const deriveSome = ({ queue, parts }: Rewriting, table: KindTable, { most, find }: Step): Promise<number> =>
  queue.add(({ driver }) => {
    let [done, read] = [0, 0];
    while (done < most && read < LONGEST_STEP) {
      const rows = find(driver, Math.min(ROWS_AT_ONCE, most - done));
      if (rows.length === 0) break;
      deriveAgain(driver, readerOn(driver, parts), { table, rows });
      done += rows.length;
      for (const [, doc] of rows) read += (doc as string).length;
    }
    return { keep: true, answer: done };
  });

const behindOf = (driver: SqlDriver, { kind, sql }: KindTable): KindBehind[] => {
  const [all = 0, clashing = 0] = driver.prepare(sql.countBehind).get() as readonly number[];
  return all === 0 ? [] : [{ kind: kind.name, left: all - clashing, clashing }];
};
