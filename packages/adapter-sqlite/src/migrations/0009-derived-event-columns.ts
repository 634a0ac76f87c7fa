import { AUDIT_EVENTS } from './audit-events-table.js';
import type { Migration } from './migration.js';

const INDEXES = ['by_sequence', 'by_id', 'by_actor', 'by_correlation', 'of_resource'];

/** What the trail is filtered by follows from each event's text, and is no second copy of it (ADR 45). */
export const derivedEventColumns: Migration = {
  number: 9,
  name: 'derived event columns',
  rebuilds: { table: 'audit_events', what: 'the audit trail' },
  statements: [
    // The new table keeps its declaration as it is written here, because it is the old one that is renamed.
    'ALTER TABLE audit_events RENAME TO audit_events_before',
    ...INDEXES.map((name) => `DROP INDEX IF EXISTS audit_events_${name}`),
    AUDIT_EVENTS,
    `INSERT INTO audit_events (row_no, tenant_id, sequence, text, hash)
      SELECT row_no, tenant_id, sequence, text, hash FROM audit_events_before ORDER BY row_no`,
    'DROP TABLE audit_events_before',
    'CREATE UNIQUE INDEX audit_events_by_sequence ON audit_events (tenant_id, sequence)',
    // Not unique: a text that somebody copied must not prevent the start. Whoever appends looks for the id.
    'CREATE INDEX audit_events_by_id ON audit_events (audit_event_id)',
    'CREATE INDEX audit_events_by_actor ON audit_events (tenant_id, actor_id, sequence)',
    `CREATE INDEX audit_events_by_correlation ON audit_events (tenant_id, correlation_id, sequence)
      WHERE correlation_id IS NOT NULL`,
    `CREATE INDEX audit_events_of_resource ON audit_events
      (tenant_id, resource_id, sequence, occurred_at, resource_type, outcome, environment_id)`,
  ],
};
