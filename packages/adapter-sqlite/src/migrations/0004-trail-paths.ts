import type { Migration } from './migration.js';

/** An index for each access path of the trail (ADR 45). The version before uses none by name, so the old ones may go. */
export const trailPaths: Migration = {
  number: 4,
  name: 'trail paths',
  statements: [
    'DROP INDEX audit_events_by_resource',
    'DROP INDEX audit_events_by_time',
    // The columns after the sequence let a resource's events be counted from the index alone.
    `CREATE INDEX audit_events_of_resource ON audit_events
      (tenant_id, resource_id, sequence, occurred_at, resource_type, outcome, environment_id)`,
    'CREATE INDEX audit_events_of_type ON audit_events (tenant_id, event_type, sequence)',
    'CREATE INDEX audit_events_of_resource_type ON audit_events (tenant_id, resource_type, sequence)',
    'CREATE INDEX audit_events_of_environment ON audit_events (tenant_id, environment_id, sequence)',
    `CREATE INDEX audit_events_of_outcome ON audit_events (tenant_id, outcome, sequence)
      WHERE outcome <> 'success'`,
    'CREATE INDEX audit_events_of_time ON audit_events (tenant_id, occurred_at, sequence)',
  ],
};
