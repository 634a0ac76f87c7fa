import { fromBase64, toBase64 } from '../base64.js';
import { type Instant, parseInstant } from '../instant.js';
import { HASH_BYTES } from '../merkle/tree-hash.js';
import { type VerifySignature, verifyEd25519 } from '../note/ed25519.js';
import { type NoteKey, noteKeyIdText } from '../note/note-key.js';
import { type NoteStanding, noteStanding, readNote, signNote } from '../note/signed-note.js';

/** What a checkpoint says of a tenant's trail: its Merkle tree, the head of its chain, and when that was signed. */
export interface TrailHead {
  readonly tenantId: string;
  /** How many events the tree holds: the sequence of the last one. */
  readonly size: number;
  readonly root: Uint8Array;
  /** The last event's hash, `sha256:` and hex; null in a note of somebody who does not write it. */
  readonly headHash: string | null;
  readonly signedAt: Instant | null;
}

/** A checkpoint as it is kept: a C2SP note, and what it is found by (decisions, section 16). */
export interface AuditCheckpoint {
  readonly tenantId: string;
  readonly size: number;
  /** Eight hex digits. */
  readonly keyId: string;
  readonly note: string;
}

const ORIGIN = 'govgate/';

/** The installation's key under the name that it signs a tenant's checkpoints with. */
export const trailKey = (tenantId: string, publicKey: Uint8Array): NoteKey => ({
  name: trailOrigin(tenantId),
  publicKey,
});

/** Signs what is known of a trail as a C2SP tlog-checkpoint. */
export const signCheckpointNote = (
  head: TrailHead,
  publicKey: Uint8Array,
  sign: (text: string) => Uint8Array,
): AuditCheckpoint => {
  const key = trailKey(head.tenantId, publicKey);
  const { tenantId, size } = head;
  return { tenantId, size, keyId: noteKeyIdText(key), note: signNote(checkpointText(head), key, sign) };
};

/** The text that is signed. Head and time are extension lines: other tools leave them aside, and they are signed all the same. */
export const checkpointText = ({ tenantId, size, root, headHash, signedAt }: TrailHead): string =>
  [
    trailOrigin(tenantId),
    size,
    toBase64(root),
    ...(headHash === null ? [] : [`head ${headHash}`]),
    ...(signedAt === null ? [] : [`signed_at ${signedAt}`]),
    '',
  ].join('\n');

/** What a checkpoint's text says; undefined when it is not one of a trail of ours. */
export const readCheckpointText = (text: string): TrailHead | undefined => {
  const [origin = '', sizeText = '', rootText = '', ...extensions] = text.slice(0, -1).split('\n');
  const tenantId = tenantOfOrigin(origin);
  const size = /^(?:0|[1-9]\d{0,15})$/.test(sizeText) ? Number(sizeText) : Number.NaN;
  const root = fromBase64(rootText);
  if (tenantId === undefined || !Number.isSafeInteger(size) || root?.length !== HASH_BYTES) return undefined;
  const headHash = extensionOf(extensions, 'head', isChainHash);
  const signedAt = extensionOf(extensions, 'signed_at', (value) => parseInstant(value) === value);
  return { tenantId, size, root, headHash, signedAt };
};

const extensionOf = (
  lines: readonly string[],
  name: string,
  is: (value: string) => boolean,
): string | null => {
  const value = lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  return value !== undefined && is(value) ? value : null;
};

/** Whether a text is a hash of the chain as it is written. */
export const isChainHash = (text: string): boolean => /^sha256:[0-9a-f]{64}$/.test(text);

/** A checkpoint that was read: what it says, and what it is worth under the keys that are trusted. */
export interface ReadCheckpoint {
  readonly head: TrailHead;
  readonly standing: NoteStanding;
  readonly note: string;
}

/** Reads a note as a checkpoint of a trail; undefined when it is none. */
export const readCheckpoint = (
  note: string,
  keys: readonly NoteKey[],
  verify: VerifySignature = verifyEd25519,
): ReadCheckpoint | undefined => {
  const read = readNote(note);
  const head = read === undefined ? undefined : readCheckpointText(read.text);
  if (read === undefined || head === undefined) return undefined;
  // Only a key of the origin's own name speaks for the trail.
  const own = keys.filter(({ name }) => name === trailOrigin(head.tenantId));
  return { head, standing: noteStanding(read, own, verify), note };
};

/** The origin of a tenant's checkpoints, which is also the name of the key that signs them. */
const trailOrigin = (tenantId: string): string => `${ORIGIN}${tenantId}`;

/** The tenant that an origin names; undefined for an origin that is not ours. */
const tenantOfOrigin = (origin: string): string | undefined =>
  origin.startsWith(ORIGIN) && origin.length > ORIGIN.length ? origin.slice(ORIGIN.length) : undefined;
