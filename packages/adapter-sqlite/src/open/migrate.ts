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

/** Applies the missing steps, all or none. Of several processes one applies them, the others find them applied. */
export const migrate = (
  driver: SqlDriver,
  file: string,
  migrations: readonly Migration[] = allMigrations,
): void => {
  const newest = migrations.at(-1)?.number ?? 0;
  if (numberOf(driver, 'PRAGMA user_version') === newest) return;
  driver.transaction('IMMEDIATE', () => {
    assertOurs(driver, file, migrations);
    const reached = numberOf(driver, 'PRAGMA user_version');
    for (const { number, statements } of migrations)
      if (number > reached) for (const statement of statements) driver.prepare(statement).run();
    driver.prepare(`PRAGMA application_id = ${APPLICATION_ID}`).get();
    driver.prepare(`PRAGMA user_version = ${newest}`).get();
  });
};

/** Refuses a store holding records of a later form than this process declares. */
export const assertNotOlder = (driver: SqlDriver, tables: readonly KindTable[], file: string): void => {
  if (laterForm(driver, tables) !== undefined) throw new StoreOpenError('newer_version', file);
};

const numberOf = (driver: SqlDriver, sql: string): number => (driver.prepare(sql).get()?.[0] ?? 0) as number;
