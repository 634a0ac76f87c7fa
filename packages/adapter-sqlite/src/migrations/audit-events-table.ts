// A text that is no JSON, which only somebody who tampers writes, has no values, and breaks no read.
const derived = (column: string, path: string): string =>
  `${column} TEXT GENERATED ALWAYS AS (iif(typeof(text) = 'text' AND json_valid(text), text ->> '$.${path}', NULL)) VIRTUAL`;

const COLUMNS = [
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

/** The table of the trail. `text` is what was hashed; what it is filtered by is computed from it, so that no copy can say anything else. */
export const AUDIT_EVENTS = `CREATE TABLE audit_events (
  row_no INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  text TEXT NOT NULL,
  hash TEXT NOT NULL,
  ${COLUMNS.map(([column, path]) => derived(column, path)).join(',\n  ')}
)`;
