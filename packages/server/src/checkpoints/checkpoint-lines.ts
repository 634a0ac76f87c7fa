import {
  type AcceptedStore,
  type AuditCheckpoint,
  type NoteKey,
  readCheckpoint,
  writeNoteKey,
} from '@govgate/domain';

/** A checkpoint as a line, with the key that signed it. */
export const checkpointLine = ({ tenantId, note }: AuditCheckpoint, key: NoteKey): string =>
  line({ record_type: 'checkpoint', tenant_id: tenantId, note, public_key: writeNoteKey(key) });

/** A signed acceptance of an older copy of the store as a line. */
export const acceptanceLine = (tenantId: string, note: string): string =>
  line({ record_type: ACCEPTANCE, tenant_id: tenantId, note });

const ACCEPTANCE = 'older_store_accepted';

const line = (value: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ schema_version: '1.0', ...value })}\n`;

/** A checkpoint in a file, and its line. */
export interface KeptNote {
  readonly tenantId: string;
  readonly note: string;
  readonly line: string;
}

/** An acceptance in a file, and its line. */
export interface KeptAcceptance {
  readonly accepted: AcceptedStore;
  readonly line: string;
}

/** What a checkpoint file says. */
export interface KeptLines {
  /** The checkpoints that count, in order: not those that an acceptance set aside. */
  readonly notes: readonly KeptNote[];
  readonly acceptances: readonly KeptAcceptance[];
}

/**
 * Reads a checkpoint file. `acceptanceOf` gives the content of an acceptance that is signed; any other sets nothing aside. An acceptance
 * sets aside what was signed before it: written once more, it does not touch what was signed since.
 */
export const readKeptLines = (
  text: string,
  acceptanceOf: (note: string) => AcceptedStore | undefined,
): KeptLines => {
  const notes: KeptNote[] = [];
  const acceptances = new Map<string, KeptAcceptance>();
  for (const one of text.split('\n')) {
    const read = one === '' ? undefined : readKeptLine(one);
    if (read === undefined) continue;
    const { recordType, tenantId, note } = read;
    if (recordType === 'checkpoint') notes.push({ tenantId, note, line: `${one}\n` });
    const accepted = recordType === ACCEPTANCE ? acceptanceOf(note) : undefined;
    if (accepted !== undefined) acceptances.set(note, { accepted, line: `${one}\n` });
  }
  const until = new Map<string, string>();
  for (const { accepted } of acceptances.values())
    if (accepted.acceptedAt > (until.get(accepted.tenantId) ?? ''))
      until.set(accepted.tenantId, accepted.acceptedAt);
  return { notes: notes.filter((kept) => isSince(kept, until)), acceptances: [...acceptances.values()] };
};

// By what the note says of itself: the line's own tenant is not signed.
const isSince = ({ note }: KeptNote, until: ReadonlyMap<string, string>): boolean => {
  if (until.size === 0) return true;
  const head = readCheckpoint(note, [])?.head;
  return (head?.signedAt ?? '') >= (until.get(head?.tenantId ?? '') ?? '');
};

interface KeptLine {
  readonly recordType: string;
  readonly tenantId: string;
  readonly note: string;
}

const readKeptLine = (text: string): KeptLine | undefined => {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const { record_type: recordType, tenant_id: tenantId, note } = value ?? {};
    return typeof recordType === 'string' && typeof tenantId === 'string' && typeof note === 'string'
      ? { recordType, tenantId, note }
      : undefined;
  } catch {
    return undefined;
  }
};
