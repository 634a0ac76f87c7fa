import type { ExportEvent } from '@govgate/domain';
import { exportSettingsOf } from '@govgate/domain/internal';
import type { DeliveryTarget } from '@govgate/ports';
import { checkContent, TEST_EVENT_TYPE } from '../check-content.js';
import { isUnusable, type UnusableSecret } from '../delivery-secrets.js';
import { signWebhook } from '../sign-webhook.js';
import { eventJson, isTextForm } from './event-form.js';
import {
  fitting,
  type HttpKind,
  type HttpRequest,
  headerToken,
  NO_TOKEN,
  type PackContext,
} from './http-kind.js';

const ONE = 'application/cloudevents+json; charset=utf-8';
const SEVERAL = 'application/cloudevents-batch+json; charset=utf-8';
/** Standard Webhooks receivers should accept 20 kB per event; batches are cut to stay in that range. */
const MOST_CHARACTERS = 1_000_000;

/** Standard Webhooks with a CloudEvents body: one event per request, or a batch if the destination wants one. */
export const webhookKind: HttpKind = {
  mostEvents: (target) => exportSettingsOf(target).eventsPerRequest,
  check: (check, context) => {
    const body = JSON.stringify({
      specversion: '1.0',
      type: TEST_EVENT_TYPE,
      source: 'govgate',
      id: check.eventId,
      time: check.time,
      data: checkContent(check),
    });
    const request = post({ id: check.eventId, body, contentType: ONE }, context);
    return isUnusable(request) ? request : [request];
  },
  pack: (events, context) => {
    const documents = fitting(
      events.map((event) => cloudEvent(context.target, event)),
      MOST_CHARACTERS,
    );
    const [first] = events;
    const count = documents.length;
    const id = first?.event.auditEventId ?? '';
    const batched = exportSettingsOf(context.target).eventsPerRequest > 1;
    // A batch of the same events keeps its id across attempts; one cut differently has another.
    const request = batched
      ? post({ id: `${id}.${count}`, body: `[${documents.join(',')}]`, contentType: SEVERAL }, context)
      : post({ id, body: documents[0] ?? '', contentType: ONE }, context);
    return isUnusable(request) ? request : { request, count: batched ? count : 1 };
  },
};

/** An event as a CloudEvents 1.0 document. Our extension attributes: `tenantid`, `sequence`, and `replay` on a repeat. */
const cloudEvent = (target: DeliveryTarget, exported: ExportEvent): string => {
  const { event, repeat } = exported;
  const attributes = {
    specversion: '1.0',
    type: event.eventType,
    source: 'govgate',
    id: event.auditEventId,
    time: event.occurredAt,
    tenantid: event.tenantId,
    sequence: String(event.sequence),
    ...(repeat ? { replay: true } : {}),
    datacontenttype: isTextForm(target) ? 'text/plain' : 'application/json',
  };
  return `${JSON.stringify(attributes).slice(0, -1)},"data":${eventJson(target, exported)}}`;
};

interface Message {
  readonly id: string;
  readonly body: string;
  readonly contentType: string;
}

/** The headers of Standard Webhooks, plus a bearer token if there is one. An unusable key or token is named instead. */
const headersOf = ({ id, body, contentType }: Message, { secrets, nowMs }: PackContext) => {
  const timestamp = Math.floor(nowMs / 1_000);
  const signature =
    secrets.signing === null ? '' : signWebhook(secrets.signing, { id, timestampSeconds: timestamp, body });
  const token = secrets.token === null ? '' : headerToken(secrets.token);
  if (signature === undefined)
    return { field: 'signing_key_ref', detail: 'resolves to no signing key' } as const;
  if (token === undefined) return NO_TOKEN;
  return {
    'content-type': contentType,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...(signature === '' ? {} : { 'webhook-signature': signature }),
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  };
};

const post = ({ id, body, contentType }: Message, context: PackContext): HttpRequest | UnusableSecret => {
  const headers = headersOf({ id, body, contentType }, context);
  const url = context.secrets.endpoint.reveal().trim();
  return isUnusable(headers) ? headers : { method: 'POST', url, headers, body };
};
