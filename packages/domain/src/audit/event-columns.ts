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

const [BEFORE_TIME, BEHIND_TIME] = [',"occurred_at":"', '","outcome":'];

/** The time in a canonical text; "" if it is not one. Quotes within values are escaped, so a key with bare ones is a key. */
export const instantOfText = (text: string): string => {
  const at = text.indexOf(BEFORE_TIME);
  const from = at + BEFORE_TIME.length;
  return at === -1 ? '' : text.slice(from, text.indexOf(BEHIND_TIME, from));
};

/** The first column that differs from the text; undefined if none does. */
export const wrongColumn = (text: string, columns: string): EventColumn | undefined => {
  const right = valuesIn(text);
  const found = parsed(columns);
  const stored: readonly unknown[] = Array.isArray(found) ? found : [];
  return EVENT_COLUMNS.find((column, i) => right[column] === undefined || right[column] !== stored[i]);
};

/** The values in a text, of which one that is no event has none. */
const valuesIn = (text: string): Readonly<Record<string, unknown>> => {
  const { actor, resource, ...values } = membersOf(parsed(text));
  return { ...membersOf(actor), ...membersOf(resource), ...values };
};

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
