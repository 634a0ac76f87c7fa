import type { SealedAuditEvent } from '../audit/audit-event.js';
import { auditText, textWithHash } from '../audit/chain.js';
import { isWellFormed } from '../canonical-json.js';

/** An event on its way to a receiver. */
export interface ExportEvent {
  readonly event: SealedAuditEvent;
  /** It was asked for again by a replay; said where the format has a place for it. */
  readonly repeat: boolean;
  /** With a checkpoint on its way, see `exportedCheckpoint`. */
  readonly checkpoint?: ExportedCheckpoint;
}

/** What a checkpoint's record adds to what every record says. */
export interface ExportedCheckpoint {
  /** The C2SP note, as it was signed: nothing else is needed to check the trail against it. */
  readonly note: string;
  readonly treeSize: number;
  /** Base64. */
  readonly rootHash: string;
  readonly headHash: string | null;
}

/** The event as the API answers it, in its canonical text with the hash: what a receiver keeps can be verified offline. */
export const plainEvent = ({ event, checkpoint }: ExportEvent): string =>
  checkpoint === undefined
    ? textWithHash(auditText(event, event.sequence, event.prevHash), event.hash)
    : JSON.stringify({
        record_type: 'checkpoint',
        schema_version: '1.0',
        tenant_id: event.tenantId,
        signed_at: event.occurredAt,
        ...checkpointFields(checkpoint),
      });

/** A checkpoint's own fields, in every format under the same names. */
export const checkpointFields = ({ note, treeSize, rootHash, headHash }: ExportedCheckpoint) => ({
  note,
  tree_size: treeSize,
  root_hash: rootHash,
  head_hash: headHash,
});

/** What marks a record as a repeat. */
export const REPEAT_LABEL = 'replay';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text that can be written as UTF-8: halves of pairs become U+FFFD. Texts of events are texts of callers. */
export const wellFormed = (text: string): string =>
  isWellFormed(text) ? text : text.replace(LONE_SURROGATE, '\uFFFD');
