import type { SealedAuditEvent } from './audit-event.js';

/** Values of an event by which lists are filtered: computed from its text, or stored beside it, in the order of comparison. */
export const EVENT_COLUMNS = [
  'audit_event_id',
  'occurred_at',
  'environment_id',
  'actor_id',
  'resource_type',
  'resource_id',
  'event_type',
  'outcome',
  'correlation_id',
] as const;

export type EventColumn = (typeof EVENT_COLUMNS)[number];

/** The values stored beside an event, in the order of `EVENT_COLUMNS`. */
export const columnValuesOf = (event: SealedAuditEvent): readonly (string | null)[] => [
  event.auditEventId,
  event.occurredAt,
  event.environmentId,
  event.actor.actorId,
  event.resource.resourceType,
  event.resource.resourceId,
  event.eventType,
  event.outcome,
  event.correlationId,
];

/** The same as a JSON array, the form in which stores return them. */
export const columnsOfEvent = (event: SealedAuditEvent): string => JSON.stringify(columnValuesOf(event));

/** Extracts a text's values in order, each up to the next key. Much faster than parsing, as most texts are well-formed. */
class TextReader {
  #at: number;

  /** `from`: a place that everything to be read is behind. */
  constructor(
    private readonly text: string,
    from = 0,
  ) {
    this.#at = from;
  }

  /** The raw JSON of the value between two keys; "" if they are missing. */
  between(key: string, next: string): string {
    const from = this.text.indexOf(key, this.#at);
    const to = from === -1 ? -1 : this.text.indexOf(next, from + key.length);
    if (to === -1) return '';
    this.#at = to;
    return this.text.slice(from + key.length, to);
  }
}

/** What stands before and behind each value in a canonical text, whose keys are sorted. A key with bare quotes must be a real one: quotes within values are escaped. */
const PLACES: Readonly<Record<EventColumn, readonly [before: string, behind: string]>> = {
  actor_id: ['"actor":{"actor_id":', ',"actor_type":'],
  audit_event_id: ['},"audit_event_id":', ',"changed_fields":'],
  correlation_id: [',"correlation_id":', ',"environment_id":'],
  environment_id: [',"environment_id":', ',"event_type":'],
  event_type: [',"event_type":', ',"metadata_only":true,'],
  occurred_at: [',"occurred_at":', ',"outcome":'],
  outcome: [',"outcome":', ',"prev_hash":'],
  resource_id: ['"resource":{"resource_id":', ',"resource_type":'],
  resource_type: [',"resource_type":', ',"version":'],
};

/**
 * The part of a canonical text that says a column's value: an event has the value if, and only if, its text has the part. The parts of
 * several columns come in the order of the columns' names.
 */
export const textOfColumn = (column: EventColumn, value: string | null): string =>
  `${PLACES[column][0]}${JSON.stringify(value)}`;

/** The JSON of each value in a canonical text, in the order of `EVENT_COLUMNS`; "" of what is missing. */
export const jsonValuesOf = (text: string): readonly string[] => {
  const reader = new TextReader(text);
  const read = (column: EventColumn): string => reader.between(PLACES[column][0], PLACES[column][1]);
  // In the order of the text.
  const actorId = read('actor_id');
  const eventId = read('audit_event_id');
  const correlationId = read('correlation_id');
  const environmentId = read('environment_id');
  const eventType = read('event_type');
  const occurredAt = read('occurred_at');
  const outcome = read('outcome');
  const resourceId = read('resource_id');
  const resourceType = read('resource_type');
  return [
    eventId,
    occurredAt,
    environmentId,
    actorId,
    resourceType,
    resourceId,
    eventType,
    outcome,
    correlationId,
  ];
};

/** The same JSON array from the canonical text. */
export const columnsOfText = (text: string): string => `[${jsonValuesOf(text).join(',')}]`;

/** Everything that comes before an event's time in its canonical text, with values of no length. */
const BEFORE_TIME =
  '{"action":"","actor":{"actor_id":"","actor_type":"","auth_method":""},"audit_event_id":"","changed_fields":[],' +
  '"correlation_id":"","environment_id":"","event_type":"","metadata_only":true';

/** No canonical text has its time, or anything behind it, before this place: searching from there saves half of the way. */
export const EARLIEST_TIME = BEFORE_TIME.length;

/** The time in a canonical text; "" if it is not one. */
export const instantOfText = (text: string): string =>
  new TextReader(text, EARLIEST_TIME).between(',"occurred_at":"', '","outcome":');

/** The first column that differs from the text; undefined if none does. */
export const wrongColumn = (text: string, columns: string): EventColumn | undefined => {
  const told = columnsOfText(text);
  if (told === columns) return undefined;
  // Stores may use another of JSON's escapes for a character.
  const [right, found] = [valuesOf(told), valuesOf(columns)];
  const index = EVENT_COLUMNS.findIndex((_, i) => right[i] === undefined || right[i] !== found[i]);
  return EVENT_COLUMNS[index];
};

const valuesOf = (array: string): readonly unknown[] => {
  try {
    const values: unknown = JSON.parse(array);
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
};
