import type { AnyKind, GovernanceStore, Migration } from '@govgate/ports';
import { BUSY_LIMIT_MS, retryWhileBusy } from '../driver/busy-retry.js';
import type { SqlDriver } from '../driver/sql-driver.js';
import { KindTables } from '../kinds/kind-table.js';
import type { Failpoint } from '../write/failpoint.js';
import { assertOurs, migrate } from './migrate.js';
import { openErrorOf, openFile, setUp } from './open-file.js';
import { storeOn } from './store-on.js';

export interface SqliteStoreOptions {
  /** The database file; it and its folder are created if missing. */
  readonly file: string;
  /** Every kind that will be read or written. */
  readonly kinds: readonly AnyKind[];
  /** How long to retry while another process writes, in milliseconds; by default 5,000. */
  readonly busyLimitMs?: number;
  /** For tests only: other steps than the product's. */
  readonly migrations?: readonly Migration[];
  /** For crash tests only. */
  readonly failpoint?: Failpoint;
}

/**
 * Opens the embedded store. Several processes may have the same file open.
 * @throws StoreOpenError when the file cannot serve
 */
export const openSqliteStore = async (options: SqliteStoreOptions): Promise<GovernanceStore> => {
  const tables = new KindTables(options.kinds);
  const driver = openFile(options.file);
  try {
    await prepare(driver, tables, options);
    return storeOn({ ...options, driver, tables });
  } catch (thrown) {
    driver.close();
    throw openErrorOf(options.file, thrown);
  }
};

const prepare = async (driver: SqlDriver, tables: KindTables, options: SqliteStoreOptions): Promise<void> => {
  const { file, migrations, busyLimitMs = BUSY_LIMIT_MS } = options;
  for (const step of [
    () => assertOurs(driver, file, migrations),
    () => setUp(driver, file),
    () => migrate(driver, file, { tables: tables.all(), ...(migrations && { migrations }) }),
  ])
    await retryWhileBusy(step, busyLimitMs);
};
