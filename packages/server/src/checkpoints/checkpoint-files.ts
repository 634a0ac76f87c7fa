import {
  type AcceptedStore,
  type AuditCheckpoint,
  type FoundFault,
  readCheckpoint,
  type TrailHead,
  trailKey,
  type VerifySignature,
} from '@govgate/domain';
import { readAcceptedStore } from '@govgate/domain/internal';
import type { KeptCheckpoints, ServiceLog } from '@govgate/ports';
import { appendDurably, assertAppends, endOfFile, replaceDurably } from '../system/durable-files.js';
import { acceptanceLine, checkpointLine, type KeptLines, readKeptLines } from './checkpoint-lines.js';

/** Where checkpoints are kept outside the store. */
export interface CheckpointPaths {
  /** A file next to the embedded store: the newest checkpoint of each tenant. */
  readonly beside: string | undefined;
  /** A file named by an operator: every checkpoint, one after the other. */
  readonly outside: string | undefined;
}

/** The checkpoints in files, and the one operation reserved for operators. */
export interface CheckpointFiles extends KeptCheckpoints {
  /** Sets aside what was signed before a signed acceptance, so that the trail can continue from what the store holds. */
  accept(note: string): Promise<void>;
}

export interface CheckpointFilesDeps {
  readonly places: CheckpointPaths;
  readonly publicKey: Uint8Array;
  readonly verifySignature: VerifySignature;
  readonly log: ServiceLog;
}

/** The part of the external file scanned at the start: some thirty thousand checkpoints. */
const READ_BYTES = 16 * 1024 * 1024;

/** A tenant's trail does not continue what was signed of it. */
class TrailBroken extends Error {
  override readonly name = 'TrailBroken';
}

/** Reads the kept checkpoints, and keeps adding to them. @throws the system's error for files that cannot be read or appended to */
export const openCheckpointFiles = (deps: CheckpointFilesDeps): CheckpointFiles => new Files(deps);

class Files implements CheckpointFiles {
  readonly #newest = new Map<string, TrailHead>();
  readonly #accepted = new Map<string, AcceptedStore>();
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly deps: CheckpointFilesDeps) {
    const { outside } = deps.places;
    if (outside !== undefined) assertAppends(outside);
    for (const path of Object.values(deps.places)) {
      if (path === undefined) continue;
      const { notes, acceptances } = this.#read(path);
      for (const { note } of notes) this.#learn(note);
      for (const { accepted, line } of acceptances) this.#accepted.set(line, accepted);
    }
    for (const accepted of this.#accepted.values()) this.#warnOf(accepted);
  }

  accepted(tenantId: string): readonly AcceptedStore[] {
    return [...this.#accepted.values()].filter((one) => one.tenantId === tenantId);
  }

  newest(tenantId: string): TrailHead | undefined {
    return this.#newest.get(tenantId);
  }

  tenants(): readonly string[] {
    return [...this.#newest.keys()].sort();
  }

  async append(signed: readonly AuditCheckpoint[]): Promise<void> {
    const { places, log } = this.deps;
    for (const { tenantId, size, note } of signed) {
      this.#learn(note);
      log.info('signed a checkpoint', { tenantId, size, note });
    }
    const { outside } = places;
    const lines = signed.map((one) => checkpointLine(one, trailKey(one.tenantId, this.deps.publicKey)));
    if (outside !== undefined) await this.#inTurn(() => appendDurably(outside, lines.join('')));
  }

  async catchUp(newest: readonly AuditCheckpoint[]): Promise<void> {
    const { beside } = this.deps.places;
    for (const { note } of newest) this.#learn(note);
    if (beside !== undefined) await this.#inTurn(() => this.#putBeside(beside, newest));
  }

  refused(tenantId: string, { sequence, reasonCode }: FoundFault): void {
    this.deps.log.failure(
      'a trail does not continue what was signed of it; nothing more of it is signed',
      new TrailBroken(),
      { tenantId, sequence: String(sequence), reasonCode },
    );
  }

  async accept(note: string): Promise<void> {
    const { beside, outside } = this.deps.places;
    const accepted = this.#acceptanceOf(note);
    if (accepted === undefined)
      throw new TypeError('an acceptance must be signed with the key of this installation');
    const { tenantId } = accepted;
    const line = acceptanceLine(tenantId, note);
    if (outside !== undefined) await appendDurably(outside, line);
    if (beside !== undefined) {
      const { notes, acceptances } = this.#read(beside);
      const left = notes.filter((kept) => kept.tenantId !== tenantId);
      await replaceDurably(beside, [...acceptances, ...left, { line }].map((kept) => kept.line).join(''));
    }
    this.#newest.delete(tenantId);
    this.#accepted.set(line, accepted);
    this.#warnOf(accepted);
  }

  // Another process may have written later ones: each tenant's newest is kept, whoever writes last.
  async #putBeside(beside: string, newest: readonly AuditCheckpoint[]): Promise<void> {
    const { notes, acceptances } = this.#read(beside);
    const there = new Map(notes.map((kept) => [kept.tenantId, kept] as const));
    const later = newest.filter(({ tenantId, size }) => size > this.#sizeOf(there.get(tenantId)?.note));
    if (later.length === 0) return;
    const lines = new Map([...there].map(([tenantId, { line }]) => [tenantId, line]));
    for (const one of later)
      lines.set(one.tenantId, checkpointLine(one, trailKey(one.tenantId, this.deps.publicKey)));
    const kept = acceptances.map(({ line }) => line);
    await replaceDurably(beside, [...kept, ...[...lines.values()].sort()].join(''));
  }

  #read(path: string): KeptLines {
    return readKeptLines(endOfFile(path, READ_BYTES), (note) => this.#acceptanceOf(note));
  }

  #acceptanceOf(note: string): AcceptedStore | undefined {
    const { publicKey, verifySignature } = this.deps;
    return readAcceptedStore(note, publicKey, verifySignature);
  }

  #warnOf({ tenantId, signedSize, storeSize, acceptedAt }: AcceptedStore): void {
    const about = { tenantId, signedSize, storeSize, acceptedAt };
    this.deps.log.warn('an older copy of the store was accepted in place of what was signed', about);
  }

  #learn(note: string): void {
    const { size = 0, tenantId = '' } = readCheckpoint(note, [])?.head ?? {};
    // Signatures are expensive to verify, and most lines of a long file were superseded long ago.
    const head = size > (this.#newest.get(tenantId)?.size ?? 0) ? this.#signed(note) : undefined;
    if (head !== undefined) this.#newest.set(tenantId, head);
  }

  #sizeOf(note: string | undefined): number {
    return note === undefined ? 0 : (this.#signed(note)?.size ?? 0);
  }

  #signed(note: string): TrailHead | undefined {
    const { publicKey, verifySignature } = this.deps;
    const tenantId = readCheckpoint(note, [])?.head.tenantId ?? '';
    const read = readCheckpoint(note, [trailKey(tenantId, publicKey)], verifySignature);
    return read?.signatureStatus === 'signed' ? read.head : undefined;
  }

  /** One write at a time; a failed one is retried with the next checkpoint. */
  #inTurn(write: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing
      .then(write)
      .catch((fault) => this.deps.log.failure('a checkpoint cannot be put into its file', fault));
    return this.#writing;
  }
}
