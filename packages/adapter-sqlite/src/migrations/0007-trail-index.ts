import type { Migration } from './migration.js';

/** The bitmap index of the trail: built behind the commits, from the events alone (ADR 45). */
export const trailIndex: Migration = {
  number: 7,
  name: 'trail index',
  statements: [
    // Times come last: whoever reads the other columns does not pass over them.
    `CREATE TABLE audit_ranges (
      range_no INTEGER PRIMARY KEY,
      tenant_id TEXT NOT NULL,
      first INTEGER NOT NULL,
      size INTEGER NOT NULL,
      earliest INTEGER NOT NULL,
      latest INTEGER NOT NULL,
      times BLOB NOT NULL
    )`,
    'CREATE UNIQUE INDEX audit_ranges_by_place ON audit_ranges (tenant_id, first, size)',
    `CREATE TABLE audit_bitmaps (
      bitmap_no INTEGER PRIMARY KEY,
      range_no INTEGER NOT NULL REFERENCES audit_ranges ON DELETE CASCADE,
      path TEXT NOT NULL,
      value TEXT NOT NULL,
      bits BLOB NOT NULL
    )`,
    'CREATE UNIQUE INDEX audit_bitmaps_by_value ON audit_bitmaps (range_no, path, value)',
  ],
};
