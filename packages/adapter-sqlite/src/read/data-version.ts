import type { SqlDriver } from '../driver/sql-driver.js';

/** A number that moves with every commit of other connections. */
export class DataVersion {
  constructor(private readonly driver: SqlDriver) {}

  now(): unknown {
    return this.driver.prepare('PRAGMA data_version').get()?.[0];
  }
}
