import { concatBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from '../base64.js';
import { sameBytes } from '../merkle/tree-hash.js';
import { type VerifySignature, verifyEd25519 } from './ed25519.js';
import { isNoteKeyName, type NoteKey, noteKeyId } from './note-key.js';

const MARK = '\u2014 ';
/** The limit of Go's reader. */
const MOST_SIGNATURES = 100;

/** A note's signature line: the signer and the id of the key. */
export interface NoteSignature {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

/** A note: the signed text, including its last newline, and its signatures (C2SP signed-note). */
export interface Note {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Signs a text, which must end with a newline and contain no empty line. */
export const signNote = (text: string, key: NoteKey, sign: (text: string) => Uint8Array): string => {
  if (!/^(?:[^\n]+\n)+$/.test(text)) throw new TypeError('no text of a note');
  return `${text}\n${MARK}${key.name} ${toBase64(concatBytes(noteKeyId(key), sign(text)))}\n`;
};

/** The parts of a note; undefined if malformed. Its signatures are not verified yet. */
export const readNote = (note: string): Note | undefined => {
  const end = note.lastIndexOf('\n\n');
  if (end < 1 || !note.endsWith('\n') || /[^\P{Cc}\n]/u.test(note)) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map(readSignature);
  if (lines.length > MOST_SIGNATURES || !signatures.every((signature) => signature !== undefined))
    return undefined;
  return { text: note.slice(0, end + 1), signatures };
};

/**
 * A note's validity under some keys: `signed` by one of them; `forged`: it claims a signature by one of them that does not verify;
 * `unknown`: signed by none of them.
 */
export type SignatureStatus = 'signed' | 'forged' | 'unknown';

/** Verifies a note against the trusted keys. */
export const signatureStatus = (
  { text, signatures }: Note,
  keys: readonly NoteKey[],
  verify: VerifySignature = verifyEd25519,
): SignatureStatus => {
  const known = signatures.flatMap((signature) => {
    const key = keys.find(
      (candidate) => candidate.name === signature.name && sameBytes(noteKeyId(candidate), signature.keyId),
    );
    return key === undefined ? [] : [{ key, signature }];
  });
  if (known.length === 0) return 'unknown';
  return known.every(({ key, signature }) => verify(key.publicKey, text, signature.signature))
    ? 'signed'
    : 'forged';
};

const readSignature = (line: string): NoteSignature | undefined => {
  const [name = '', encoded = '', ...rest] = line.startsWith(MARK) ? line.slice(MARK.length).split(' ') : [];
  const bytes = fromBase64(encoded);
  if (rest.length > 0 || !isNoteKeyName(name) || bytes === undefined || bytes.length < 5) return undefined;
  return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
};
