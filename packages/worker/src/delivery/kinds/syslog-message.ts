import { type ExportEvent, epochMsOf } from '@govgate/domain';
import { cefHeader, cefSeverity, cefValue, exportSettingsOf, wireFormatOf } from '@govgate/domain/internal';
import type { DeliveryCheck, DeliveryTarget } from '@govgate/ports';
import { flatCheck, TEST_EVENT_TYPE } from '../check-content.js';
import { eventText } from './event-form.js';

/** RFC 5424's facility for log audit. */
const FACILITY = 13;
const MAX_MSGID = 32;

interface Header {
  readonly severity: number;
  readonly time: string;
  readonly messageId: string;
}

/** A message in an RFC 5425 frame: prefixed with its length in octets, so that nothing in it can end it. */
export const frame = (message: string): string => `${Buffer.byteLength(message)} ${message}`;

/** An event as an RFC 5424 message. Forms other than CEF are one line of JSON. */
export const syslogMessage = (target: DeliveryTarget, exported: ExportEvent): string => {
  const { event } = exported;
  const facts = {
    severity: severityOf(cefSeverity(event)),
    time: event.occurredAt,
    messageId: event.eventType,
  };
  return header(target, facts) + eventText(target, exported);
};

/** A check as such a message, in the destination's form. */
export const syslogCheck = (check: DeliveryCheck): string => {
  const facts = { severity: 6, time: check.time, messageId: TEST_EVENT_TYPE };
  const text = wireFormatOf(check.target) === 'cef' ? cefCheck(check) : JSON.stringify(flatCheck(check));
  return header(check.target, facts) + text;
};

const cefCheck = (check: DeliveryCheck): string => {
  const { time, event_id, event_type, ...facts } = flatCheck(check);
  const extensions = Object.entries({ rt: epochMsOf(time), externalId: event_id, ...facts });
  const text = extensions.map(([key, value]) => `${key.replaceAll('_', '')}=${cefValue(String(value))}`);
  return `CEF:0|govgate|govgate|1.0|${cefHeader(event_type)}|Destination check|1|${text.join(' ')}`;
};

/** RFC 5424 severities for CEF's: informational, notice, warning, critical. */
const severityOf = (cef: number): number => (cef <= 3 ? 6 : cef <= 6 ? 5 : cef <= 8 ? 4 : 2);

const header = (target: DeliveryTarget, { severity, time, messageId }: Header): string => {
  const priority = FACILITY * 8 + severity;
  const appName = exportSettingsOf(target).appName ?? 'govgate';
  return `<${priority}>1 ${time} govgate ${appName} - ${messageId.slice(0, MAX_MSGID)} - `;
};
