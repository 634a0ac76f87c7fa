import type { SealedAuditEvent } from '../audit/audit-event.js';
import { auditText, textWithHash } from '../audit/chain.js';
import { isWellFormed } from '../canonical-json.js';

/** An event on its way to a receiver. */
export interface ExportEvent {
  readonly event: SealedAuditEvent;
  /** Requested again by a replay; indicated if the format has a field for it. */
  readonly repeat: boolean;
  /** With a checkpoint in transit, see `exportedCheckpoint`. */
  readonly checkpoint?: ExportedCheckpoint;
}

/** What a checkpoint's record adds to the common fields. */
export interface ExportedCheckpoint {
  /** The signed C2SP note: sufficient to check the trail against it. */
  readonly note: string;
  readonly treeSize: number;
  /** Base64. */
  readonly rootHash: string;
  readonly headHash: string | null;
}

/** The event as answered by the API, in its canonical text with the hash: a receiver's copy can be verified offline. */
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

/** A checkpoint's own fields, with the same names in every format. */
export const checkpointFields = ({ note, treeSize, rootHash, headHash }: ExportedCheckpoint) => ({
  note,
  tree_size: treeSize,
  root_hash: rootHash,
  head_hash: headHash,
});

/** What an event says of a change of state, and of a grant's subject, under the names of the trail. */
export const stateFields = ({
  fromState,
  toState,
  subjectType,
}: Pick<SealedAuditEvent, 'fromState' | 'toState' | 'subjectType'>): Readonly<Record<string, string>> => ({
  ...(fromState === undefined ? {} : { from_state: fromState }),
  ...(toState === undefined ? {} : { to_state: toState }),
  ...(subjectType === undefined ? {} : { subject_type: subjectType }),
});

/** Marks a record as a repeat. */
export const REPEAT_LABEL = 'replay';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text that can be encoded in UTF-8: lone surrogates become U+FFFD. Events contain callers' texts. */
export const wellFormed = (text: string): string =>
  isWellFormed(text) ? text : text.replace(LONE_SURROGATE, '\uFFFD');
