import { type DeliveryReason, type ExportEvent, epochMsOf, type Secret } from '@govgate/domain';
import { exportSettingsOf } from '@govgate/domain/internal';
import type { DeliveryTarget } from '@govgate/ports';
import { flatCheck } from '../check-content.js';
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
  withoutSlashes,
} from './http-kind.js';

const LOGS = '/api/v2/logs';
const VALIDATE = '/api/v1/validate';
/** Five megabytes per request; a character takes up to three octets, usually one. */
const MOST_CHARACTERS = 1_600_000;
const INTAKE = /^https:\/\/http-intake\.logs\./i;

/** Datadog's log intake, version 2. */
export const datadogKind: HttpKind = {
  mostEvents: () => 1_000,
  check: (check, context) => {
    const headers = headersOf(context);
    const { endpoint } = context.secrets;
    if (headers === undefined) return NO_TOKEN;
    const body = `[${envelope(context.target, check.time, JSON.stringify(flatCheck(check)))}]`;
    return [
      {
        method: 'GET',
        url: validateUrl(endpoint),
        headers: { 'dd-api-key': headers['dd-api-key'] },
        judge: judgeKey,
      },
      { method: 'POST', url: below(endpoint, LOGS), headers, body, judge },
    ];
  },
  pack: (events, context) => {
    const headers = headersOf(context);
    if (headers === undefined) return NO_TOKEN;
    const items = fitting(
      events.map((event) => item(context.target, event)),
      MOST_CHARACTERS,
    );
    const url = below(context.secrets.endpoint, LOGS);
    const body = `[${items.join(',')}]`;
    return { request: { method: 'POST', url, headers, body, judge }, count: items.length };
  },
};

// A key is validated at a different host of the same site than logs are sent to.
const validateUrl = (endpoint: Secret<string>): string => {
  const text = endpoint.reveal().trim();
  if (INTAKE.test(text) && URL.canParse(text))
    return `https://${new URL(text).host.replace('http-intake.logs.', 'api.')}${VALIDATE}`;
  const [base = ''] = text.split('?', 1);
  const folder = withoutSlashes(base);
  return (folder.endsWith(LOGS) ? folder.slice(0, -LOGS.length) : folder) + VALIDATE;
};

/** The intake answers 202 with an empty object; the validation endpoint says whether the key is valid. */
const judge = (answer: HttpAnswer): DeliveryReason | undefined => {
  const isObject = typeof answer.json === 'object' && answer.json !== null;
  return isSuccess(answer) && !isObject && !answer.empty ? 'network_error' : undefined;
};

const judgeKey = (answer: HttpAnswer): DeliveryReason | undefined => {
  const { valid } = (answer.json ?? {}) as { valid?: unknown };
  if (!isSuccess(answer) || valid === true) return undefined;
  return valid === false ? 'auth_rejected' : 'network_error';
};

const headersOf = ({ secrets }: PackContext) => {
  const key = headerToken(secrets.token);
  return key === undefined ? undefined : { 'content-type': 'application/json', 'dd-api-key': key };
};

const envelope = (target: DeliveryTarget, time: string, message: string): string => {
  const { service, tags } = exportSettingsOf(target);
  const tagged = tags.length === 0 ? {} : { ddtags: tags.join(',') };
  return JSON.stringify({
    ddsource: 'govgate',
    ...tagged,
    hostname: 'govgate',
    service: service ?? 'govgate',
    timestamp: epochMsOf(time),
    message,
  });
};

const item = (target: DeliveryTarget, exported: ExportEvent): string => {
  const text = envelope(target, exported.event.occurredAt, eventText(target, exported));
  return exported.repeat ? `${text.slice(0, -1)},"replay":true}` : text;
};
