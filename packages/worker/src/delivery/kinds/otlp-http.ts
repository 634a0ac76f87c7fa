import { type DeliveryReason, type ExportEvent, epochMsOf, type Json } from '@govgate/domain';
import type { DeliveryTarget } from '@govgate/ports';
import { flatCheck, TEST_EVENT_TYPE } from '../check-content.js';
import { eventValue } from './event-form.js';
import {
  below,
  type HttpAnswer,
  type HttpKind,
  headerToken,
  isSuccess,
  NO_TOKEN,
  type PackContext,
} from './http-kind.js';

const LOGS = '/v1/logs';
/** INFO and WARN of the log data model; JSON carries enumerations as numbers. */
const SEVERITY = { success: 9, failure: 13, denied: 13 } as const;

type OtlpObject = { readonly [key: string]: Json };

/** OTLP/HTTP logs in JSON. */
export const otlpHttpKind: HttpKind = {
  mostEvents: () => 512,
  retryStatuses: new Set([429, 502, 503, 504]),
  check: (check, context) => {
    const headers = headersOf(context);
    if (headers === undefined) return NO_TOKEN;
    const record = {
      timeUnixNano: nanos(check.time),
      observedTimeUnixNano: nanos(check.time),
      severityNumber: SEVERITY.success,
      severityText: 'INFO',
      body: anyValue(flatCheck(check)),
      attributes: keyValues({ 'event.name': TEST_EVENT_TYPE, 'govgate.event_id': check.eventId }),
    };
    const url = below(context.secrets.endpoint, LOGS);
    // Every receiver must accept an empty request: whatever refuses it is no receiver, or refuses us.
    return [JSON.stringify({ resourceLogs: [] }), requestBody(context.target, [record])].map((body) => ({
      method: 'POST',
      url,
      headers,
      body,
      judge: judgeCheck,
    }));
  },
  pack: (events, context) => {
    const headers = headersOf(context);
    if (headers === undefined) return NO_TOKEN;
    const body = requestBody(
      context.target,
      events.map((event) => logRecord(context.target, event)),
    );
    const url = below(context.secrets.endpoint, LOGS);
    return {
      request: { method: 'POST', url, headers, body, judge },
      count: events.length,
      items: itemsOf(events.length),
    };
  },
};

/** A value as OTLP's AnyValue: integers as decimal text, null as no value. */
const anyValue = (value: Json): OtlpObject => {
  if (value === null) return {};
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(value as OtlpObject) } };
};

const keyValues = (object: OtlpObject): OtlpObject[] =>
  Object.entries(object).map(([key, value]) => ({ key, value: anyValue(value) }));

// Milliseconds plus six digits as text: the product would not be a safe integer.
const nanos = (time: string): string => `${epochMsOf(time)}000000`;

const requestBody = (target: DeliveryTarget, logRecords: readonly Json[]): string =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: {
          attributes: keyValues({ 'service.name': 'govgate', 'govgate.tenant_id': target.tenantId }),
        },
        scopeLogs: [{ scope: { name: 'govgate.audit' }, logRecords }],
      },
    ],
  });

const logRecord = (target: DeliveryTarget, exported: ExportEvent): OtlpObject => {
  const { event, repeat } = exported;
  return {
    timeUnixNano: nanos(event.occurredAt),
    observedTimeUnixNano: nanos(event.occurredAt),
    severityNumber: SEVERITY[event.outcome],
    severityText: event.outcome === 'success' ? 'INFO' : 'WARN',
    body: anyValue(eventValue(target, exported)),
    attributes: keyValues({
      'event.name': event.eventType,
      'govgate.event_id': event.auditEventId,
      'govgate.sequence': event.sequence,
      ...(repeat ? { 'govgate.replay': true } : {}),
    }),
  };
};

const rejectedOf = (json: unknown): number => {
  const partial = (json as { partialSuccess?: { rejectedLogRecords?: unknown } } | undefined)?.partialSuccess;
  const rejected = Number(partial?.rejectedLogRecords ?? 0);
  return Number.isInteger(rejected) && rejected > 0 ? rejected : 0;
};

/** A receiver that accepts a part says how many and not which, and wants none of them again. */
const itemsOf =
  (count: number) =>
  ({ status, json }: HttpAnswer) => {
    const rejected = status === 200 ? Math.min(rejectedOf(json), count) : 0;
    if (rejected === 0) return undefined;
    const all = rejected === count;
    const items = Array.from({ length: count }, () =>
      all ? ({ refused: 'payload_rejected' } as const) : ('accepted' as const),
    );
    return { items, refusedUnreported: all ? 0 : rejected };
  };

/** Success is an object, possibly empty, or an empty body; an HTML page comes from something else. */
const judge = (answer: HttpAnswer): DeliveryReason | undefined => {
  const isObject = typeof answer.json === 'object' && answer.json !== null;
  return isSuccess(answer) && !isObject && !answer.empty ? 'network_error' : undefined;
};

const judgeCheck = (answer: HttpAnswer): DeliveryReason | undefined =>
  isSuccess(answer) && rejectedOf(answer.json) > 0 ? 'payload_rejected' : judge(answer);

const headersOf = ({ secrets }: PackContext) => {
  const token = secrets.token === null ? '' : headerToken(secrets.token);
  if (token === undefined) return undefined;
  return {
    'content-type': 'application/json',
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  };
};
