import { type AuditCheckpoint, type Instant, type NoteKey, writeNoteKey } from '@govgate/domain';

/** A line of a checkpoint file: a signed checkpoint, or an operator's acceptance of an older copy of the store. */
type KeptLine =
  | { readonly recordType: 'checkpoint'; readonly tenantId: string; readonly note: string }
  | { readonly recordType: 'older_store_accepted'; readonly tenantId: string };

/** A checkpoint as a line, with the key that signed it. */
export const checkpointLine = ({ tenantId, note }: AuditCheckpoint, key: NoteKey): string =>
  line({ record_type: 'checkpoint', tenant_id: tenantId, note, public_key: writeNoteKey(key) });

/** Records that earlier checkpoints, up to a size, are not continued: from now on the trail continues from what the store holds. */
export const acceptanceLine = (said: {
  readonly tenantId: string;
  readonly at: Instant;
  readonly signedSize: number;
  readonly storeSize: number;
}): string =>
  line({
    record_type: 'older_store_accepted',
    tenant_id: said.tenantId,
    at: said.at,
    signed_size: said.signedSize,
    store_size: said.storeSize,
  });

const line = (value: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ schema_version: '1.0', ...value })}\n`;

/** A checkpoint in a file, and its line. */
export interface KeptNote {
  readonly tenantId: string;
  readonly note: string;
  readonly line: string;
}

/** The valid checkpoints in a file's text, in order: not those abandoned by an acceptance. */
export const countingNotes = (text: string): readonly KeptNote[] => {
  let notes: KeptNote[] = [];
  for (const one of text.split('\n')) {
    const read = one === '' ? undefined : readKeptLine(one);
    if (read?.recordType === 'older_store_accepted')
      notes = notes.filter(({ tenantId }) => tenantId !== read.tenantId);
    if (read?.recordType === 'checkpoint')
      notes.push({ tenantId: read.tenantId, note: read.note, line: `${one}\n` });
  }
  return notes;
};

/** The content of a line; undefined if it is neither. */
const readKeptLine = (text: string): KeptLine | undefined => {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const { record_type: recordType, tenant_id: tenantId, note } = value ?? {};
    if (typeof tenantId !== 'string') return undefined;
    if (recordType === 'older_store_accepted') return { recordType, tenantId };
    return recordType === 'checkpoint' && typeof note === 'string'
      ? { recordType, tenantId, note }
      : undefined;
  } catch {
    return undefined;
  }
};
