import type { DeliveryReason, ExportEvent } from '@govgate/domain';
import { exportSettingsOf, wireFormatOf } from '@govgate/domain/internal';
import type { DeliveryTarget, ItemOutcome } from '@govgate/ports';
import { checkContent, TEST_EVENT_TYPE } from '../check-content.js';
import { eventText } from './event-form.js';
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

/** A data stream following Elastic's naming scheme: type, dataset, namespace. */
const DEFAULT_DATA_STREAM = 'logs-govgate.audit-default';
const MOST_CHARACTERS = 5_000_000;

/** Elasticsearch's `_bulk`: `create` into a data stream or index, with the event's id, so that a repeat changes nothing. */
export const elasticsearchKind: HttpKind = {
  mostEvents: () => 500,
  check: (check, context) => {
    const headers = headersOf(context);
    if (headers === undefined) return NO_TOKEN;
    const { tenant_id, ...own } = checkContent(check);
    const document = JSON.stringify({
      '@timestamp': check.time,
      event: { id: check.eventId, action: TEST_EVENT_TYPE },
      organization: { id: tenant_id },
      govgate: own,
    });
    const body = line(check.eventId, document);
    return [{ method: 'POST', url: urlOf(context), headers, body, judge: judgeCheck }];
  },
  pack: (events, context) => {
    const headers = headersOf(context);
    if (headers === undefined) return NO_TOKEN;
    const lines = fitting(
      events.map((exported) => line(exported.event.auditEventId, documentOf(context.target, exported))),
      MOST_CHARACTERS,
    );
    return {
      request: { method: 'POST', url: urlOf(context), headers, body: lines.join(''), judge },
      count: lines.length,
      items: ({ status, json }) => {
        const statuses = status === 200 ? statusesOf(json) : undefined;
        return statuses?.length === lines.length ? { items: statuses.map(itemOf) } : undefined;
      },
    };
  },
};

/** What an item's status means. 409: it already exists, as after a batch whose answer was lost. */
const reasonOfItem = (status: number): DeliveryReason => {
  if ((status >= 200 && status < 300) || status === 409) return 'delivered';
  if (status === 401 || status === 403) return 'auth_rejected';
  if (status === 404) return 'endpoint_not_found';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'upstream_error' : 'payload_rejected';
};

const statusesOf = (json: unknown): number[] | undefined => {
  const { items } = (json ?? {}) as { items?: readonly { create?: { status?: unknown } }[] };
  if (!Array.isArray(items)) return undefined;
  const statuses = items.map((item) => item?.create?.status);
  return statuses.every((status) => typeof status === 'number') ? statuses : undefined;
};

const isPartial = (reason: DeliveryReason): boolean =>
  reason === 'delivered' || reason === 'payload_rejected';

/** Items rejected for overload or internal errors are sent again, invalid ones set aside; a permission error concerns all. */
const itemOf = (status: number): ItemOutcome => {
  const reason = reasonOfItem(status);
  if (reason === 'delivered') return 'accepted';
  return reason === 'payload_rejected' ? { refused: reason } : 'again';
};

/** HTTP 200 may hide errors: the first item error that concerns the whole request decides. */
const judge = (answer: HttpAnswer): DeliveryReason | undefined => {
  if (!isSuccess(answer)) return undefined;
  const statuses = statusesOf(answer.json);
  if (statuses === undefined) return 'network_error';
  const reasons = statuses.map(reasonOfItem);
  return reasons.every((reason) => !isPartial(reason)) ? reasons[0] : undefined;
};

const judgeCheck = (answer: HttpAnswer): DeliveryReason | undefined => {
  if (!isSuccess(answer)) return undefined;
  const [first] = statusesOf(answer.json) ?? [];
  return first === undefined ? 'network_error' : reasonOfItem(first);
};

const headersOf = ({ secrets }: PackContext) => {
  const token = secrets.token === null ? '' : headerToken(secrets.token);
  if (token === undefined) return undefined;
  return {
    'content-type': 'application/x-ndjson; charset=utf-8',
    ...(token === '' ? {} : { authorization: `ApiKey ${token}` }),
  };
};

const urlOf = ({ secrets, target }: PackContext): string => {
  const index = exportSettingsOf(target).index ?? DEFAULT_DATA_STREAM;
  const url = below(secrets.endpoint, `/${index}/_bulk`);
  // Only the fields that are read: with 500 documents the whole answer could exceed the guard's cap.
  return `${url}${url.includes('?') ? '&' : '?'}filter_path=errors,items.create.status`;
};

// A data stream requires `@timestamp` in every document; ECS has it, the other forms do not.
const documentOf = (target: DeliveryTarget, exported: ExportEvent): string => {
  const text = eventText(target, exported);
  if (wireFormatOf(target) === 'ecs') return text;
  return `{"@timestamp":${JSON.stringify(exported.event.occurredAt)},${text.slice(1)}`;
};

const line = (id: string, document: string): string =>
  `${JSON.stringify({ create: { _id: id } })}\n${document}\n`;
