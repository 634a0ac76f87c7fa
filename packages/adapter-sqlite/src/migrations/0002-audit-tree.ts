import type { Migration } from './migration.js';

/** Checkpoints as notes, and the trail's tree (ADR 17). Earlier signed heads stay in audit_checkpoints, and still count. */
export const auditTree: Migration = {
  number: 2,
  name: 'audit tree',
  statements: [
    `CREATE TABLE audit_notes (
      tenant_id TEXT NOT NULL,
      size INTEGER NOT NULL,
      key_id TEXT NOT NULL,
      note TEXT NOT NULL,
      PRIMARY KEY (tenant_id, size, key_id)
    ) WITHOUT ROWID`,
    `CREATE TABLE audit_subtrees (
      tenant_id TEXT NOT NULL,
      level INTEGER NOT NULL,
      place INTEGER NOT NULL,
      hash TEXT NOT NULL,
      latest TEXT NOT NULL,
      PRIMARY KEY (tenant_id, level, place)
    ) WITHOUT ROWID`,
    'CREATE INDEX audit_subtrees_by_time ON audit_subtrees (tenant_id, level, latest, place)',
  ],
};
