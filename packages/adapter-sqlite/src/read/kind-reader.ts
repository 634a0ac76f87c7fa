import type { SqlDriver } from '../driver/sql-driver.js';
import type { KindTable } from '../kinds/kind-table.js';

/** The records of a scope. */
export interface KindScope {
  readonly table: KindTable;
  readonly scope: object;
}

/** The same, and what answers questions about them. */
export interface KindReader extends KindScope {
  readonly driver: SqlDriver;
}
