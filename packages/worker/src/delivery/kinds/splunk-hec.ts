import { type DeliveryReason, type ExportEvent, epochMsOf } from '@govgate/domain';
import { exportSettingsOf } from '@govgate/domain/internal';
import type { DeliveryTarget, ItemOutcome } from '@govgate/ports';
import { flatCheck } from '../check-content.js';
import { eventJson } from './event-form.js';
import {
  below,
  fitting,
  type HttpAnswer,
  type HttpKind,
  headerToken,
  isSuccess,
  NO_TOKEN,
  type PackContext,
} from './http-kind.js';

const EVENTS = '/services/collector/event';
const HEALTH = '/services/collector/health/1.0';
const MOST_CHARACTERS = 2_000_000;

/** The collector's codes ("Error codes for HTTP Event Collector" in Splunk's documentation). */
const BY_CODE: Readonly<Record<number, DeliveryReason>> = {
  0: 'delivered',
  1: 'auth_rejected',
  2: 'auth_rejected',
  3: 'auth_rejected',
  4: 'auth_rejected',
  5: 'payload_rejected',
  6: 'payload_rejected',
  7: 'payload_rejected',
  8: 'upstream_error',
  9: 'rate_limited',
  10: 'payload_rejected',
  11: 'payload_rejected',
  12: 'payload_rejected',
  13: 'payload_rejected',
  14: 'payload_rejected',
  15: 'payload_rejected',
  16: 'auth_rejected',
  17: 'delivered',
  18: 'upstream_error',
  19: 'upstream_error',
  20: 'upstream_error',
  21: 'upstream_error',
  22: 'upstream_error',
  23: 'upstream_error',
  26: 'rate_limited',
  27: 'rate_limited',
};

/**
 * Refusals of whatever is sent, which no smaller request changes: an index that the token may not write to (7), a channel that is missing
 * or invalid (10, 11), acknowledgements that are off (14).
 */
const OF_EVERYTHING: ReadonlySet<number> = new Set([7, 10, 11, 14]);

const SOURCE = '"host":"govgate","source":"govgate","sourcetype":"govgate:audit"';

/** Splunk's HTTP Event Collector: concatenated JSON objects. */
export const splunkHecKind: HttpKind = {
  mostEvents: () => 2_000,
  refusesEverything: ({ json }) => OF_EVERYTHING.has(numberOf(json, 'code') ?? -1),
  check: (check, context) => {
    const headers = headersOf(context);
    const { endpoint } = context.secrets;
    if (headers === undefined) return NO_TOKEN;
    const event = JSON.stringify(flatCheck(check));
    const body = envelope(check.time, field('event_id', check.eventId), event);
    return [
      { method: 'GET', url: below(endpoint, HEALTH), headers: {}, judge },
      { method: 'POST', url: below(endpoint, EVENTS), headers, body, judge },
    ];
  },
  pack: (events, context) => {
    const headers = headersOf(context);
    if (headers === undefined) return NO_TOKEN;
    const records = fitting(
      events.map((event) => record(context.target, event)),
      MOST_CHARACTERS,
    );
    const url = below(context.secrets.endpoint, EVENTS);
    const request = { method: 'POST', url, headers, body: records.join(''), judge } as const;
    return { request, count: records.length, items: itemsOf(records.length) };
  },
};

const numberOf = (json: unknown, key: string): number | undefined => {
  const value =
    typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[key] : undefined;
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
};

/** The code decides; a 2xx without one does not come from a collector. */
const judge = (answer: HttpAnswer): DeliveryReason | undefined => {
  const code = numberOf(answer.json, 'code');
  if (code !== undefined) return BY_CODE[code];
  return isSuccess(answer) ? 'network_error' : undefined;
};

/** A refused batch names one event by its position; the others were not examined or may not be kept. */
const itemsOf =
  (count: number) =>
  ({ json }: HttpAnswer) => {
    const place = numberOf(json, 'invalid-event-number');
    const code = numberOf(json, 'code');
    if (place === undefined || place < 0 || place >= count || BY_CODE[code ?? -1] !== 'payload_rejected')
      return undefined;
    const items = Array.from(
      { length: count },
      (_, index): ItemOutcome => (index === place ? { refused: 'payload_rejected' } : 'again'),
    );
    return { items };
  };

const headersOf = ({ secrets, target }: PackContext) => {
  const token = headerToken(secrets.token);
  const { channel } = exportSettingsOf(target);
  return token === undefined
    ? undefined
    : {
        'content-type': 'application/json; charset=utf-8',
        authorization: `Splunk ${token}`,
        ...(channel === null ? {} : { 'x-splunk-request-channel': channel }),
      };
};

// Assembled by hand: the parts that are the same in every record are not serialized again for each.
const envelope = (time: string, fields: string, event: string): string =>
  `{"time":${epochMsOf(time) / 1_000},${SOURCE},"fields":{${fields}},"event":${event}}`;

const field = (name: string, value: string): string => `"${name}":${JSON.stringify(value)}`;

const record = (target: DeliveryTarget, exported: ExportEvent): string => {
  const { event, repeat } = exported;
  const ids = `${field('event_id', event.auditEventId)},${field('event_type', event.eventType)}`;
  const fields = `${ids},${field('tenant_id', event.tenantId)}${repeat ? ',"replay":"true"' : ''}`;
  return envelope(event.occurredAt, fields, eventJson(target, exported));
};
