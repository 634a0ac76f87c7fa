import { fromBase64, toBase64 } from '../base64.js';
import { type Instant, parseInstant } from '../instant.js';
import { HASH_BYTES } from '../merkle/tree-hash.js';
import { type VerifySignature, verifyEd25519 } from '../note/ed25519.js';
import { type NoteKey, noteKeyIdText } from '../note/note-key.js';
import { readNote, type SignatureStatus, signatureStatus, signNote } from '../note/signed-note.js';

/** A checkpoint's statement about a tenant's trail: its Merkle tree, the head of its chain, and when that was signed. */
export interface TrailHead {
  readonly tenantId: string;
  /** The number of events in the tree: the sequence of the last one. */
  readonly size: number;
  readonly root: Uint8Array;
  /** The last event's hash, `sha256:` and hex; null in a note by a signer who omits it. */
  readonly headHash: string | null;
  readonly signedAt: Instant | null;
}

/** A stored checkpoint: a C2SP note, and its lookup keys (docs/spec/audit.md). */
export interface AuditCheckpoint {
  readonly tenantId: string;
  readonly size: number;
  /** Eight hex digits. */
  readonly keyId: string;
  readonly note: string;
}

const ORIGIN = 'govgate/';

/** The installation's key under the name that signs a tenant's checkpoints. */
export const trailKey = (tenantId: string, publicKey: Uint8Array): NoteKey => ({
  name: trailOrigin(tenantId),
  publicKey,
});

/** Signs the state of a trail as a C2SP tlog-checkpoint. */
export const signCheckpointNote = (
  head: TrailHead,
  publicKey: Uint8Array,
  sign: (text: string) => Uint8Array,
): AuditCheckpoint => {
  const key = trailKey(head.tenantId, publicKey);
  const { tenantId, size } = head;
  return { tenantId, size, keyId: noteKeyIdText(key), note: signNote(checkpointText(head), key, sign) };
};

/** The signed text. Head and time are extension lines: other tools ignore them, but the signature covers them. */
export const checkpointText = ({ tenantId, size, root, headHash, signedAt }: TrailHead): string =>
  [
    trailOrigin(tenantId),
    size,
    toBase64(root),
    ...(headHash === null ? [] : [`head ${headHash}`]),
    ...(signedAt === null ? [] : [`signed_at ${signedAt}`]),
    '',
  ].join('\n');

/** The content of a checkpoint's text; undefined if it is not about one of our trails. */
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

/** Whether a text is a well-formed chain hash. */
export const isChainHash = (text: string): boolean => /^sha256:[0-9a-f]{64}$/.test(text);

/** A parsed checkpoint: its content, and its validity under the trusted keys. */
export interface ReadCheckpoint {
  readonly head: TrailHead;
  readonly signatureStatus: SignatureStatus;
  readonly note: string;
}

/** Parses a note as a checkpoint of a trail; undefined if it is not one. */
export const readCheckpoint = (
  note: string,
  keys: readonly NoteKey[],
  verify: VerifySignature = verifyEd25519,
): ReadCheckpoint | undefined => {
  const read = readNote(note);
  const head = read === undefined ? undefined : readCheckpointText(read.text);
  if (read === undefined || head === undefined) return undefined;
  // Only a key named after the origin speaks for the trail.
  const own = keys.filter(({ name }) => name === trailOrigin(head.tenantId));
  return { head, signatureStatus: signatureStatus(read, own, verify), note };
};

/** The origin of a tenant's checkpoints, which is also the name of the key that signs them. */
const trailOrigin = (tenantId: string): string => `${ORIGIN}${tenantId}`;

/** The tenant in an origin; undefined for an origin that is not ours. */
const tenantOfOrigin = (origin: string): string | undefined =>
  origin.startsWith(ORIGIN) && origin.length > ORIGIN.length ? origin.slice(ORIGIN.length) : undefined;

const extensionOf = (
  lines: readonly string[],
  name: string,
  is: (value: string) => boolean,
): string | null => {
  const value = lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  return value !== undefined && is(value) ? value : null;
};
