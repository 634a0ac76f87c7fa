import type { Migration } from './migration.js';

/** Which form of each kind the store has seen, and who rebuilds projections (ADR 44). */
export const storedForms: Migration = {
  number: 3,
  name: 'stored forms',
  statements: [
    'ALTER TABLE kind_tables ADD COLUMN schema INTEGER NOT NULL DEFAULT 0',
    "ALTER TABLE kind_tables ADD COLUMN form TEXT NOT NULL DEFAULT ''",
    'CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID',
  ],
};
