import type { SqlDriver } from '../driver/sql-driver.js';
import type { KindTable } from '../kinds/kind-table.js';
import { laterForm } from '../kinds/sync-kind-tables.js';
import { allMigrations } from '../migrations/all-migrations.js';
import type { Migration } from '../migrations/migration.js';
import { APPLICATION_ID } from './open-file.js';
import { StoreOpenError } from './store-open-error.js';

/** Refuses files that are not ours or were written by a newer version. */
export const assertOurs = (
  driver: SqlDriver,
  file: string,
  migrations: readonly Migration[] = allMigrations,
): void => {
  const applicationId = numberOf(driver, 'PRAGMA application_id');
  const isNew = applicationId === 0 && numberOf(driver, 'SELECT count(*) FROM sqlite_master') === 0;
  if (!isNew && applicationId !== APPLICATION_ID) throw new StoreOpenError('not_a_store', file);
  const newest = migrations.at(-1)?.number ?? 0;
  if (numberOf(driver, 'PRAGMA user_version') > newest) throw new StoreOpenError('newer_version', file);
};

/** Takes a sentence for the operator about work that takes long. */
export type Tell = (sentence: string) => void;

/** Rows of a table that are written again within a second: nobody needs to be told. */
const FEW_ROWS = 20_000;

const TELL_EVERY_MS = 5_000;

/** Applies the missing steps, all or none. Of several processes one applies them, the others find them applied. */
export const migrate = (
  driver: SqlDriver,
  file: string,
  {
    migrations = allMigrations,
    tell = () => undefined,
  }: { readonly migrations?: readonly Migration[]; readonly tell?: Tell | undefined } = {},
): void => {
  const newest = migrations.at(-1)?.number ?? 0;
  const before = numberOf(driver, 'PRAGMA user_version');
  if (before === newest) return;
  driver.transaction('IMMEDIATE', () => {
    assertOurs(driver, file, migrations);
    const reached = numberOf(driver, 'PRAGMA user_version');
    for (const migration of migrations) if (migration.number > reached) apply(driver, migration, tell);
    driver.prepare(`PRAGMA application_id = ${APPLICATION_ID}`).get();
    driver.prepare(`PRAGMA user_version = ${newest}`).get();
  });
  // Else the first commit of a caller cuts the log of all that was written. A new store's is short.
  if (before > 0) driver.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
};

const apply = (driver: SqlDriver, { statements, rebuilds }: Migration, tell: Tell): void => {
  const rows = rebuilds === undefined ? 0 : numberOf(driver, `SELECT count(*) FROM ${rebuilds.table}`);
  const told = rows > FEW_ROWS ? tell : () => undefined;
  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(0);
  told(
    `${rebuilds?.what} is being rebuilt for this version: ${rows} rows, about half a minute for each million. Killing this process leaves it as it was.`,
  );
  let tellAt = began + TELL_EVERY_MS;
  for (const [done, statement] of statements.entries()) {
    if (performance.now() >= tellAt) {
      told(`${rebuilds?.what} is being rebuilt: ${done} of ${statements.length} steps after ${seconds()} s`);
      tellAt = performance.now() + TELL_EVERY_MS;
    }
    driver.prepare(statement).run();
  }
  told(`${rebuilds?.what} was rebuilt: ${rows} rows in ${seconds()} s`);
};

/** Refuses a store holding records of a later form than this process declares. */
export const assertNotOlder = (driver: SqlDriver, tables: readonly KindTable[], file: string): void => {
  if (laterForm(driver, tables) !== undefined) throw new StoreOpenError('newer_version', file);
};

const numberOf = (driver: SqlDriver, sql: string): number => (driver.prepare(sql).get()?.[0] ?? 0) as number;
