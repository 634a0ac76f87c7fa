import type { SealedAuditEvent } from '../audit/audit-event.js';
import { auditText, textWithHash } from '../audit/chain.js';

/** An event on its way to a receiver. */
export interface ExportEvent {
  readonly event: SealedAuditEvent;
  /** It was asked for again by a replay; said where the format has a place for it. */
  readonly repeat: boolean;
}

/** The event as the API answers it, in its canonical text with the hash: what a receiver keeps can be verified offline. */
export const plainEvent = ({ event }: ExportEvent): string =>
  textWithHash(auditText(event, event.sequence, event.prevHash), event.hash);

/** What marks a record as a repeat. */
export const REPEAT_LABEL = 'replay';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text that can be written as UTF-8: halves of pairs become U+FFFD. Texts of events are texts of callers. */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, '\uFFFD');
