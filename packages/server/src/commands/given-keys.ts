import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type NoteKey, readNoteKey } from '@govgate/domain';
import { fromBase64 } from '@govgate/domain/internal';
import { CommandFailure, EXIT } from '../system/command-failure.js';

const KEY_BYTES = 32;

/** The public keys of a `--key`: words printed by `govgate audit key`, 32 bytes in base64, or a file with these or with PEM. */
export const readKeys = (given: string): (NoteKey | Uint8Array)[] => {
  const own = keyOf(given);
  if (own !== undefined) return [own];
  const text = textOf(given) ?? '';
  const keys = text.includes('-----BEGIN') ? [pemKey(text)] : text.split(/\s+/).filter(Boolean).map(keyOf);
  if (keys.length > 0 && keys.every((key) => key !== undefined)) return keys;
  throw new CommandFailure(
    '--key must be a public key as `govgate audit key` prints it, its 32 bytes in base64, or a file that holds one.',
    EXIT.usage,
  );
};

const keyOf = (text: string): NoteKey | Uint8Array | undefined => {
  const key = readNoteKey(text);
  if (key !== undefined) return key;
  const bytes = fromBase64(text);
  return bytes?.length === KEY_BYTES ? bytes : undefined;
};

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const pemKey = (pem: string): Uint8Array | undefined => {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') return undefined;
    return Uint8Array.from(key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES));
  } catch {
    return undefined;
  }
};
