import {
  type AuditCheckpoint,
  type FoundFault,
  readCheckpoint,
  type TrailHead,
  trailKey,
  type VerifySignature,
} from '@govgate/domain';
import type { KeptCheckpoints, ServiceLog } from '@govgate/ports';
import { appendDurably, assertAppends, endOfFile, replaceDurably } from '../system/durable-files.js';
import { acceptanceLine, checkpointLine, countingNotes } from './checkpoint-lines.js';

/** Where checkpoints are kept outside the store. */
export interface CheckpointPlaces {
  /** A file next to the embedded store: the newest checkpoint of each tenant. */
  readonly beside: string | undefined;
  /** A file named by an operator: every checkpoint, one after the other. */
  readonly outside: string | undefined;
}

/** The checkpoints in files, and the one operation reserved for operators. */
export interface CheckpointFiles extends KeptCheckpoints {
  /** Abandons a tenant's checkpoints, so that its trail can continue from what the store holds. */
  accept(said: Parameters<typeof acceptanceLine>[0]): Promise<void>;
}

export interface CheckpointFilesDeps {
  readonly places: CheckpointPlaces;
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
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly deps: CheckpointFilesDeps) {
    const { outside } = deps.places;
    if (outside !== undefined) assertAppends(outside);
    for (const path of Object.values(deps.places))
      for (const { note } of path === undefined ? [] : countingNotes(endOfFile(path, READ_BYTES)))
        this.#learn(note);
  }

  newest(tenantId: string): TrailHead | undefined {
    return this.#newest.get(tenantId);
  }

  tenants(): readonly string[] {
    return [...this.#newest.keys()].sort();
  }

  async tell(signed: readonly AuditCheckpoint[]): Promise<void> {
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

  async accept(said: Parameters<typeof acceptanceLine>[0]): Promise<void> {
    const { beside, outside } = this.deps.places;
    if (outside !== undefined) await appendDurably(outside, acceptanceLine(said));
    if (beside !== undefined) {
      const left = countingNotes(endOfFile(beside, READ_BYTES)).filter(
        ({ tenantId }) => tenantId !== said.tenantId,
      );
      await replaceDurably(beside, left.map(({ line }) => line).join(''));
    }
    this.#newest.delete(said.tenantId);
  }

  // Another process may have written later ones: each tenant's newest is kept, whoever writes last.
  async #putBeside(beside: string, newest: readonly AuditCheckpoint[]): Promise<void> {
    const there = new Map(
      countingNotes(endOfFile(beside, READ_BYTES)).map((kept) => [kept.tenantId, kept] as const),
    );
    const later = newest.filter(({ tenantId, size }) => size > this.#sizeOf(there.get(tenantId)?.note));
    if (later.length === 0) return;
    const lines = new Map([...there].map(([tenantId, { line }]) => [tenantId, line]));
    for (const one of later)
      lines.set(one.tenantId, checkpointLine(one, trailKey(one.tenantId, this.deps.publicKey)));
    await replaceDurably(beside, [...lines.values()].sort().join(''));
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
    return read?.standing === 'signed' ? read.head : undefined;
  }

  /** One write at a time; a failed one is retried with the next checkpoint. */
  #inTurn(write: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing
      .then(write)
      .catch((fault) => this.deps.log.failure('a checkpoint cannot be put into its file', fault));
    return this.#writing;
  }
}
