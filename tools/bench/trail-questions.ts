const DAY_MS = 24 * 3_600_000;

/** What the list of audit events can be asked for, each taken from an event. */
const FILTERS = {
  environment_id: (event) => event.environment_id,
  actor_id: (event) => event.actor.actor_id,
  resource_type: (event) => event.resource.resource_type,
  resource_id: (event) => event.resource.resource_id,
  event_type: (event) => event.event_type,
  outcome: (event) => event.outcome,
  correlation_id: (event) => event.correlation_id,
  from: (event) => instantOf(Date.parse(event.occurred_at) - DAY_MS),
  to: (event) => instantOf(Date.parse(event.occurred_at) + DAY_MS),
} as const satisfies Readonly<Record<string, (event: ListedEvent) => string | null>>;

/** What is used of an event as the API lists it. */
export interface ListedEvent {
  readonly environment_id: string | null;
  readonly event_type: string;
  readonly outcome: string;
  readonly occurred_at: string;
  readonly correlation_id: string | null;
  readonly actor: { readonly actor_id: string };
  readonly resource: { readonly resource_type: string; readonly resource_id: string };
}

/** A list of audit events by one filter. */
export interface TrailQuestion {
  readonly what: string;
  readonly query: string;
}

const instantOf = (ms: number): string => new Date(ms).toISOString();

/** Every filter that finds an event. */
export const trailQuestions = (event: ListedEvent): readonly TrailQuestion[] =>
  Object.entries(FILTERS).flatMap(([name, of]) => {
    const value = of(event);
    if (value === null) return [];
    const what = name === 'outcome' ? `${name} ${value}` : name;
    return [{ what, query: `${name}=${encodeURIComponent(value)}` }];
  });
