import { coreTables } from './0001-core-tables.js';
import { auditTree } from './0002-audit-tree.js';
import type { Migration } from './migration.js';

/** Every step, in order. */
export const allMigrations: readonly Migration[] = [coreTables, auditTree];
