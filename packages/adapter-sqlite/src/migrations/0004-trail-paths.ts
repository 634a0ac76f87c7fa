import type { Migration } from './migration.js';

/** An index for each way that the trail is asked for (ADR 45). The version before asks for none by name, so those that went may go. */
export const trailPaths: Migration = {
  number: 4,
  name: 'trail paths',
  statements: [
    'DROP INDEX audit_events_by_resource',
    'DROP INDEX audit_events_by_time',
    // What stands behind the sequence lets the events of a resource be counted without reading them.
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
