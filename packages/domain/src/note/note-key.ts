import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from '../base64.js';
import { digestOf } from '../merkle/tree-hash.js';

/** A named Ed25519 key that signs notes (C2SP signed-note). */
export interface NoteKey {
  /** Without spaces and plus signs. */
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

const ED25519 = 1;
const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;

/** The first four bytes of SHA-256(name || 0x0A || 0x01 || public key): identifies the signing key among those with its name. */
export const noteKeyId = (key: NoteKey): Uint8Array =>
  digestOf(concatBytes(utf8ToBytes(`${key.name}\n`), typed(key))).slice(0, KEY_ID_BYTES);

/** The same as eight hex digits. */
export const noteKeyIdText = (key: NoteKey): string => bytesToHex(noteKeyId(key));

/** The key in the form accepted by note tools: `<name>+<key id>+<base64 of 0x01 and the public key>`. */
export const writeNoteKey = (key: NoteKey): string =>
  `${key.name}+${noteKeyIdText(key)}+${toBase64(typed(key))}`;

/** Whether a text can be a key's name: not empty, no white space, no plus sign, well-formed. */
export const isNoteKeyName = (name: string): boolean => name !== '' && !/[\s+\p{C}]/u.test(name);

/** Parses that form; undefined if malformed, or if its id does not match. */
export const readNoteKey = (word: string): NoteKey | undefined => {
  const [name = '', id, encoded = '', ...rest] = splitKey(word);
  const bytes = fromBase64(encoded);
  if (rest.length > 0 || !isNoteKeyName(name) || bytes?.length !== 1 + PUBLIC_KEY_BYTES) return undefined;
  if (bytes[0] !== ED25519) return undefined;
  const key = { name, publicKey: bytes.slice(1) };
  return noteKeyIdText(key) === id ? key : undefined;
};

// Base64 contains plus signs itself, so only the first two separate.
const splitKey = (word: string): string[] => {
  const [name = '', id = '', ...encoded] = word.split('+');
  return [name, id, encoded.join('+')];
};

const typed = ({ publicKey }: NoteKey): Uint8Array => concatBytes(Uint8Array.of(ED25519), publicKey);
