/** What events are filtered by, computed from their text, so that no copy can say anything else. */
const EVENT_VALUES = [
  ['audit_event_id', 'audit_event_id'],
  ['occurred_at', 'occurred_at'],
  ['environment_id', 'environment_id'],
  ['actor_id', 'actor.actor_id'],
  ['resource_type', 'resource.resource_type'],
  ['resource_id', 'resource.resource_id'],
  ['event_type', 'event_type'],
  ['outcome', 'outcome'],
  ['correlation_id', 'correlation_id'],
] as const;

// A text that is no JSON, which only somebody who tampers writes, has no values, and breaks no read.
const computed = ([column, path]: (typeof EVENT_VALUES)[number]): string =>
  `${column} TEXT GENERATED ALWAYS AS (iif(typeof(text) = 'text' AND json_valid(text), text ->> '$.${path}', NULL)) VIRTUAL`;

/** The table of the trail. `text` is what was hashed. */
export const AUDIT_EVENTS = `CREATE TABLE audit_events (
  row_no INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  text TEXT NOT NULL,
  hash TEXT NOT NULL,
  mac TEXT,
  ${EVENT_VALUES.map(computed).join(',\n  ')}
)`;

/** Everything that is not a record of a kind: the trail, its heads, the feed, and the outbox. */
export const CORE_TABLES: readonly string[] = [
  // One row per tenant: the end of its chain, and its revision counters.
  `CREATE TABLE tenant_heads (
      tenant_id TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL,
      hash TEXT,
      content_revision INTEGER NOT NULL,
      authorization_revision INTEGER NOT NULL
    ) WITHOUT ROWID`,
  AUDIT_EVENTS,
  'CREATE UNIQUE INDEX audit_events_by_sequence ON audit_events (tenant_id, sequence)',
  // Times are looked at event by event, in the order of the list: from the index alone.
  'CREATE INDEX audit_events_by_time ON audit_events (tenant_id, sequence, occurred_at)',
  // A histogram counts a stretch of it for each bucket and outcome; what follows the time lets it be filtered from the index alone.
  `CREATE INDEX audit_events_by_outcome_and_time ON audit_events
      (tenant_id, outcome, occurred_at, environment_id, event_type, resource_type, actor_id)`,
  // Not unique: a text that somebody copied must not prevent the start. Whoever appends looks for the id.
  'CREATE INDEX audit_events_by_id ON audit_events (audit_event_id)',
  `CREATE INDEX audit_events_by_correlation ON audit_events (tenant_id, correlation_id, sequence)
      WHERE correlation_id IS NOT NULL`,
  // The columns after the sequence let a resource's events be counted from the index alone.
  `CREATE INDEX audit_events_by_resource ON audit_events
      (tenant_id, resource_id, sequence, occurred_at, resource_type, outcome, environment_id)`,
  'CREATE INDEX audit_events_by_actor ON audit_events (tenant_id, actor_id, sequence)',
  'CREATE INDEX audit_events_by_outcome ON audit_events (tenant_id, outcome, sequence)',
  'CREATE INDEX audit_events_by_type ON audit_events (tenant_id, event_type, sequence)',
  'CREATE INDEX audit_events_by_resource_type ON audit_events (tenant_id, resource_type, sequence)',
  'CREATE INDEX audit_events_by_environment ON audit_events (tenant_id, environment_id, sequence)',
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
      lifts TEXT,
      PRIMARY KEY (tenant_id, environment_id, sequence)
    ) WITHOUT ROWID`,
  'CREATE INDEX revocations_by_id ON revocations (tenant_id, environment_id, revocation_id)',
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
  'CREATE TABLE store_probe (probe_no INTEGER PRIMARY KEY, checks INTEGER NOT NULL)',
  'INSERT INTO store_probe VALUES (1, 0)',
];
