import type { AuditEvent, GovgateClient } from '@govgate/client';

/** Clocks of processes differ by less, and an event is sealed within it. */
const AROUND_MS = 30_000;

/**
 * An event by its id. The API lists events and reads none by itself; but an id is a UUIDv7, which begins with the moment that it was made at, so
 * the list around that moment has it.
 */
export const findEvent = async (
  client: GovgateClient,
  id: string,
  signal: AbortSignal,
): Promise<AuditEvent | undefined> => {
  const made = momentOf(id);
  if (made === undefined) return undefined;
  const around = {
    from: new Date(made - AROUND_MS).toISOString(),
    to: new Date(made + AROUND_MS).toISOString(),
    limit: 200,
  };
  for await (const event of client.listAuditEvents.items(around, { signal }))
    if (event.audit_event_id === id) return event;
  return undefined;
};

const momentOf = (id: string): number | undefined => {
  const [, digits] = /^evt_([0-9a-f]{12})7/.exec(id) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
};
