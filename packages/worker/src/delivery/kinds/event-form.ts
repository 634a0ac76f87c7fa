import type { ExportEvent, Json } from '@govgate/domain';
import {
  cefEvent,
  ecsEvent,
  ocsfEvent,
  plainEvent,
  type WireFormat,
  wireFormatOf,
} from '@govgate/domain/internal';
import type { DeliveryTarget } from '@govgate/ports';

const TEXTS: Readonly<Record<WireFormat, (event: ExportEvent) => string>> = {
  json: plainEvent,
  ocsf_json: (event) => JSON.stringify(ocsfEvent(event)),
  ecs: (event) => JSON.stringify(ecsEvent(event)),
  cef: cefEvent,
};

/** Whether a form is a line of text rather than JSON. */
export const isTextForm = (target: DeliveryTarget): boolean => wireFormatOf(target) === 'cef';

/** An event as text in its destination's form. */
export const eventText = (target: DeliveryTarget, event: ExportEvent): string =>
  TEXTS[wireFormatOf(target)](event);

/** The same as JSON text: a CEF line becomes a string. */
export const eventJson = (target: DeliveryTarget, event: ExportEvent): string => {
  const text = eventText(target, event);
  return isTextForm(target) ? JSON.stringify(text) : text;
};

/** The same as a value. */
export const eventValue = (target: DeliveryTarget, event: ExportEvent): Json => {
  const format = wireFormatOf(target);
  if (format === 'ocsf_json') return ocsfEvent(event);
  if (format === 'ecs') return ecsEvent(event);
  return format === 'cef' ? cefEvent(event) : (JSON.parse(plainEvent(event)) as Json);
};
