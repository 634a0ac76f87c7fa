import { readFileSync } from 'node:fs';
import {
  type AcceptedStore,
  type NoteKey,
  type ReadCheckpoint,
  readCheckpoint,
  type TrailHead,
  trailKey,
} from '@govgate/domain';
import { readAcceptedStore } from '@govgate/domain/internal';
import { type KeptLines, readKeptLines } from '../checkpoints/checkpoint-lines.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { verifyEd25519ByNode } from '../system/server-keys.js';

/** A `--checkpoint` file. `many`: lines of several trails and keys, as in GOVGATE_CHECKPOINT_FILE; otherwise one note. */
interface GivenNotes {
  readonly file: string;
  readonly many: boolean;
  readonly notes: readonly string[];
}

/** The notes that a tenant's export is compared with: from a file of many, those of its trail by a trusted key; and every single note. */
export const notesForFile = (
  files: readonly string[],
  tenantId: string,
  keys: readonly (NoteKey | Uint8Array)[],
): string[] => {
  const trusted = keys.map((key) => (key instanceof Uint8Array ? trailKey(tenantId, key) : key));
  const concerns = (read: ReadCheckpoint | undefined): boolean =>
    read?.head.tenantId === tenantId && (keys.length === 0 || read.signatureStatus !== 'unknown');
  return files
    .map((file) => givenNotes(file, keys))
    .flatMap(({ many, notes }) =>
      many ? notes.filter((note) => concerns(readCheckpoint(note, trusted, verifyEd25519ByNode))) : notes,
    );
};

/** The signed checkpoints of the installation itself, by tenant. A single note must be one of those. */
export const notesForStore = (
  files: readonly string[],
  publicKey: Uint8Array,
): ReadonlyMap<string, readonly TrailHead[]> => {
  const heads = new Map<string, TrailHead[]>();
  for (const { file, many, notes } of files.map((one) => givenNotes(one, [publicKey])))
    for (const note of notes) {
      const head = ownHead(note, publicKey);
      if (head !== undefined) heads.set(head.tenantId, [...(heads.get(head.tenantId) ?? []), head]);
      else if (!many)
        throw new CommandFailure(
          `The file ${file} holds no checkpoint that the key of this installation signed.`,
          EXIT.refused,
        );
    }
  return heads;
};

const ownHead = (note: string, publicKey: Uint8Array): TrailHead | undefined => {
  const tenantId = readCheckpoint(note, [])?.head.tenantId;
  if (tenantId === undefined) return undefined;
  const read = readCheckpoint(note, [trailKey(tenantId, publicKey)], verifyEd25519ByNode);
  return read?.signatureStatus === 'signed' ? read.head : undefined;
};

/** The acceptances of older stores in checkpoint files that a trusted key signed. */
export const acceptancesIn = (
  files: readonly string[],
  tenantId: string,
  keys: readonly (NoteKey | Uint8Array)[],
): readonly AcceptedStore[] =>
  files
    .flatMap((file) => keptLinesIn(textOf(file), keys).acceptances)
    .map(({ accepted }) => accepted)
    .filter((accepted) => accepted.tenantId === tenantId);

const givenNotes = (file: string, keys: readonly (NoteKey | Uint8Array)[]): GivenNotes => {
  const text = textOf(file);
  const many = text.trimStart().startsWith('{');
  return { file, many, notes: many ? keptLinesIn(text, keys).notes.map(({ note }) => note) : [text] };
};

const keptLinesIn = (text: string, keys: readonly (NoteKey | Uint8Array)[]): KeptLines =>
  readKeptLines(text, (note) => {
    for (const key of keys) {
      const publicKey = key instanceof Uint8Array ? key : key.publicKey;
      const accepted = readAcceptedStore(note, publicKey, verifyEd25519ByNode);
      if (accepted !== undefined) return accepted;
    }
    return undefined;
  });

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandFailure(`The file ${file} cannot be read.`, EXIT.refused);
  }
};
