import { coreTables } from './0001-core-tables.js';
import type { Migration } from './migration.js';

/** Every step, in order. */
export const allMigrations: readonly Migration[] = [coreTables];
