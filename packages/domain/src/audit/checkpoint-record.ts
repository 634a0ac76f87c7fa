import { fromBase64, toBase64 } from '../base64.js';
import { HASH_BYTES } from '../merkle/tree-hash.js';

/** A checkpoint among the lines of an export, after the last event it concerns (docs/spec/audit.md). */
export interface CheckpointRecord {
  readonly tenantId: string;
  /** null: nothing is signed yet. */
  readonly note: string | null;
  /** The signing key as a note verifier key. It proves nothing about who wrote the file: trust only a key from elsewhere. */
  readonly publicKey: string;
  /** The hashes of the largest complete subtrees before the part, from left to right. */
  readonly before: readonly Uint8Array[];
  /** The same for the leaves between the part's last event and the checkpoint's size. */
  readonly after: readonly Uint8Array[];
  /** The events no checkpoint covers; null: none. */
  readonly unsigned: { readonly firstSequence: number; readonly lastSequence: number } | null;
}

/** The record as it is written. */
export type CheckpointLine = {
  readonly record_type: 'checkpoint';
  readonly schema_version: '1.0';
  readonly tenant_id: string;
  readonly note: string | null;
  readonly public_key: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly unsigned: { readonly first_sequence: number; readonly last_sequence: number } | null;
};

/** The record as a line's value. */
export const writeCheckpointRecord = (record: CheckpointRecord): CheckpointLine => ({
  record_type: 'checkpoint',
  schema_version: '1.0',
  tenant_id: record.tenantId,
  note: record.note,
  public_key: record.publicKey,
  before: record.before.map(toBase64),
  after: record.after.map(toBase64),
  unsigned:
    record.unsigned === null
      ? null
      : { first_sequence: record.unsigned.firstSequence, last_sequence: record.unsigned.lastSequence },
});

/** The checkpoint in a line's value; undefined if malformed. Its statement about unsigned events is informational. */
export const readCheckpointRecord = (value: {
  readonly [key: string]: unknown;
}): Omit<CheckpointRecord, 'unsigned'> | undefined => {
  const { tenant_id: tenantId, note, public_key: publicKey } = value;
  const [before, after] = [hashesOf(value.before), hashesOf(value.after)];
  if (typeof tenantId !== 'string' || typeof publicKey !== 'string') return undefined;
  if ((note !== null && typeof note !== 'string') || before === undefined || after === undefined)
    return undefined;
  return { tenantId, note, publicKey, before, after };
};

const MOST_HASHES = 128;

const hashesOf = (value: unknown): Uint8Array[] | undefined => {
  if (!Array.isArray(value) || value.length > MOST_HASHES) return undefined;
  const hashes = value.map((text) => (typeof text === 'string' ? fromBase64(text) : undefined));
  return hashes.every((hash) => hash?.length === HASH_BYTES) ? (hashes as Uint8Array[]) : undefined;
};
