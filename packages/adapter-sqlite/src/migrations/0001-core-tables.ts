import type { Migration } from './migration.js';

/** Everything that is not a record of a kind: the trail, its heads, the feed, the outbox, counters and tombstones. */
export const coreTables: Migration = {
  number: 1,
  name: 'core tables',
  statements: [
    // One row per tenant: the end of its chain, and its revision counters.
    `CREATE TABLE tenant_heads (
      tenant_id TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL,
      hash TEXT,
      content_revision INTEGER NOT NULL,
      authorization_revision INTEGER NOT NULL
    ) WITHOUT ROWID`,
    // `text` is what was hashed; the other columns are copies of its values for filters.
    `CREATE TABLE audit_events (
      row_no INTEGER PRIMARY KEY,
      tenant_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      audit_event_id TEXT NOT NULL,
      occurred_at TEXT NOT NULL,
      environment_id TEXT,
      actor_id TEXT NOT NULL,
      resource_type TEXT NOT NULL,
      resource_id TEXT NOT NULL,
      event_type TEXT NOT NULL,
      outcome TEXT NOT NULL,
      correlation_id TEXT,
      text TEXT NOT NULL,
      hash TEXT NOT NULL
    )`,
    'CREATE UNIQUE INDEX audit_events_by_sequence ON audit_events (tenant_id, sequence)',
    'CREATE UNIQUE INDEX audit_events_by_id ON audit_events (audit_event_id)',
    'CREATE INDEX audit_events_by_resource ON audit_events (tenant_id, resource_type, resource_id, sequence)',
    // Covers the 24-hour counts shown beside records in lists.
    `CREATE INDEX audit_events_by_time ON audit_events
      (tenant_id, resource_type, occurred_at, environment_id, outcome, resource_id)`,
    'CREATE INDEX audit_events_by_actor ON audit_events (tenant_id, actor_id, sequence)',
    `CREATE INDEX audit_events_by_correlation ON audit_events (tenant_id, correlation_id, sequence)
      WHERE correlation_id IS NOT NULL`,
    `CREATE TABLE audit_checkpoints (
      checkpoint_no INTEGER PRIMARY KEY,
      tenant_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      hash TEXT NOT NULL,
      signed_at TEXT NOT NULL,
      signature TEXT NOT NULL
    )`,
    'CREATE INDEX audit_checkpoints_by_tenant ON audit_checkpoints (tenant_id, sequence)',
    `CREATE TABLE revocation_heads (
      tenant_id TEXT NOT NULL,
      environment_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (tenant_id, environment_id)
    ) WITHOUT ROWID`,
    `CREATE TABLE revocations (
      tenant_id TEXT NOT NULL,
      environment_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      revocation_id TEXT NOT NULL,
      subject_type TEXT NOT NULL,
      subject_id TEXT NOT NULL,
      effective_at TEXT NOT NULL,
      reason_code TEXT NOT NULL,
      PRIMARY KEY (tenant_id, environment_id, sequence)
    ) WITHOUT ROWID`,
    `CREATE TABLE outbox (
      entry_no INTEGER PRIMARY KEY AUTOINCREMENT,
      entry_id TEXT NOT NULL UNIQUE,
      tenant_id TEXT NOT NULL,
      environment_id TEXT,
      job TEXT NOT NULL,
      subject_id TEXT NOT NULL,
      request_id TEXT NOT NULL,
      created_at TEXT NOT NULL
    )`,
    `CREATE TABLE change_counters (
      kind TEXT NOT NULL,
      tenant_id TEXT NOT NULL,
      environment_id TEXT NOT NULL,
      reached INTEGER NOT NULL,
      PRIMARY KEY (kind, tenant_id, environment_id)
    ) WITHOUT ROWID`,
    `CREATE TABLE tombstones (
      kind TEXT NOT NULL,
      tenant_id TEXT NOT NULL,
      environment_id TEXT NOT NULL,
      id TEXT NOT NULL,
      changed_at INTEGER NOT NULL,
      PRIMARY KEY (kind, tenant_id, environment_id, id)
    ) WITHOUT ROWID`,
    'CREATE INDEX tombstones_by_change ON tombstones (kind, tenant_id, environment_id, changed_at)',
    // What each kind's table was made from, so that a start with the same declarations has nothing to do.
    'CREATE TABLE kind_tables (name TEXT PRIMARY KEY, signature TEXT NOT NULL) WITHOUT ROWID',
    'CREATE TABLE store_probe (probe_no INTEGER PRIMARY KEY, checks INTEGER NOT NULL)',
    'INSERT INTO store_probe VALUES (1, 0)',
  ],
};
