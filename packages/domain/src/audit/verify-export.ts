import type { CompactRange } from '../merkle/compact-range.js';
import { sameBytes } from '../merkle/tree-hash.js';
import type { VerifySignature } from '../note/ed25519.js';
import { type NoteKey, readNoteKey } from '../note/note-key.js';
import { EMPTY_CHAIN } from './audit-event.js';
import { isChainHash, readCheckpoint, type TrailHead, trailKey } from './checkpoint.js';
import { type CheckpointRecord, readCheckpointRecord } from './checkpoint-record.js';
import { quickLink, readExportLine } from './export-line.js';
import { extend, joined, rangeOf } from './span-range.js';
import { readSegment } from './trail-segment.js';
import { type Hashing, TrailWalk } from './trail-walk.js';
import type { ChainReport } from './verify.js';

/** What an export's verifier trusts, and the host's hash function. */
export interface ExportTrust extends Hashing {
  /** Keys obtained independently of the file: a tenant's note key, or the installation's 32 bytes. Without any, nothing is verified. */
  readonly keys?: readonly (NoteKey | Uint8Array)[];
  /** Checkpoints kept elsewhere, as notes: the file must reach them and agree with them. */
  readonly checkpoints?: readonly string[];
  readonly verifySignature?: VerifySignature | undefined;
}

/**
 * verified: a trusted key signed every event. unsigned: the chain is intact, and nothing trusted covers its end. broken: see
 * `firstInvalid`.
 */
export type TrailState = 'verified' | 'unsigned' | 'broken';

/** The result of verifying an export. */
export interface ExportVerdict extends ChainReport {
  readonly tenantId: string | null;
  readonly state: TrailState;
  /** The last event covered by a checkpoint of a trusted key; null: none. */
  readonly signedUpTo: number | null;
  /** That checkpoint. */
  readonly checkpoint: TrailHead | null;
  /** The last sealed event according to a trusted key: the trail, and this file, begin after it. null: no such statement. */
  readonly sealedUpTo: number | null;
  /** How many of the checkpoints kept elsewhere could not be compared with this file. */
  readonly uncompared: number;
  readonly lines: number;
  /** The line at which reading ended is neither an event nor another record. */
  readonly unreadable: boolean;
}

/** A checkpoint kept elsewhere. `passed`: the part's tree at that point, if it cannot be judged before its left side is known. */
interface Kept {
  readonly head: TrailHead;
  readonly trusted: boolean;
  passed?: CompactRange;
  compared: boolean;
}

const NOTHING: ChainReport = {
  valid: true,
  events: 0,
  firstSequence: null,
  lastSequence: null,
  headHash: null,
  firstInvalid: null,
};

/**
 * Verifies an export line by line in flat memory: its chain, its tree, its notes (docs/spec/destinations.md). It runs in any JavaScript
 * environment.
 * @example const verifier = new ExportVerifier({ keys: [key] }); for (const line of lines) if (!verifier.add(line)) break;
 * verifier.verdict().state; // 'verified', 'unsigned' or 'broken'
 */
export class ExportVerifier {
  #walk: TrailWalk | undefined;
  #tenantId = '';
  #tail = '';
  #startHash: string | null = null;
  #kept: readonly Kept[] = [];
  #next = 0;
  #signed: { readonly upTo: number; readonly head: TrailHead } | undefined;
  #sealedUpTo: number | null = null;
  #lines = 0;
  #unreadable = false;

  constructor(private readonly trust: ExportTrust = {}) {}

  /** Adds the next line; false once something is wrong, so that the caller can stop reading. */
  add(line: string): boolean {
    this.#lines += 1;
    const walk = this.#walk;
    const link = walk === undefined ? undefined : quickLink(line, walk.head.sequence + 1, this.#tail);
    if (walk === undefined || link === undefined || !walk.take(link)) return this.#addSlowly(line);
    return this.#pass(walk);
  }

  /** The result over all lines. */
  verdict(): ExportVerdict {
    const walk = this.#walk;
    if (walk !== undefined) this.#missTail(walk);
    const report = walk?.report() ?? NOTHING;
    const signed = report.valid ? this.#signed : undefined;
    const covered = signed !== undefined && signed.upTo === report.lastSequence;
    return {
      ...report,
      tenantId: walk === undefined ? null : this.#tenantId,
      state: !report.valid || this.#unreadable ? 'broken' : covered ? 'verified' : 'unsigned',
      signedUpTo: this.#signed?.upTo ?? null,
      checkpoint: this.#signed?.head ?? null,
      sealedUpTo: this.#sealedUpTo,
      uncompared: this.#kept.filter(({ compared }) => !compared).length,
      lines: this.#lines,
      unreadable: this.#unreadable,
    };
  }

  #addSlowly(line: string): boolean {
    const read = readExportLine(line);
    if (read.kind === 'record') return this.#addRecord(read.value);
    if (read.kind === 'unreadable') {
      this.#unreadable = true;
      return false;
    }
    const walk = this.#walk ?? this.#begin(read.tenantId, read.link.sequence, read.prevHash);
    return walk.add(read.link) && this.#pass(walk);
  }

  // A part's first record says what it continues; only the very first event continues nothing.
  #begin(tenantId: string, sequence: number, prevHash: unknown): TrailWalk {
    const hash = typeof prevHash === 'string' && isChainHash(prevHash) ? prevHash : null;
    const head = sequence > 1 ? { sequence: sequence - 1, hash } : EMPTY_CHAIN;
    const walk = new TrailWalk({ tenantId, head }, this.trust);
    if (sequence > 1 && hash === null) walk.fail({ sequence, reasonCode: 'prev_hash_mismatch' });
    this.#walk = walk;
    this.#startHash = head.hash;
    this.#tenantId = tenantId;
    this.#tail = `,"tenant_id":${JSON.stringify(tenantId)}}`;
    this.#kept = this.#readKept(walk).sort((a, b) => a.head.size - b.head.size);
    this.#next = this.#kept.findIndex((kept) => kept.head.size > head.sequence);
    return walk;
  }

  #readKept(walk: TrailWalk): Kept[] {
    const keys = this.#keys();
    return (this.trust.checkpoints ?? []).flatMap((note) => {
      const read = readCheckpoint(note, keys, this.trust.verifySignature);
      const ours = read?.head.tenantId === this.#tenantId;
      if (read !== undefined && ours && (read.signatureStatus === 'signed' || keys.length === 0))
        return [{ head: read.head, trusted: read.signatureStatus === 'signed', compared: false }];
      walk.fail({ sequence: read?.head.size ?? 0, reasonCode: 'checkpoint_invalid' });
      return [];
    });
  }

  /** The trusted keys under the name that signs this tenant's checkpoints. */
  #keys(): NoteKey[] {
    return (this.trust.keys ?? []).map((key) =>
      key instanceof Uint8Array ? trailKey(this.#tenantId, key) : key,
    );
  }

  // At the position after the next event, which checkpoints kept elsewhere may cover exactly.
  #pass(walk: TrailWalk): boolean {
    for (let kept = this.#kept[this.#next]; kept?.head.size === walk.tree.end; ) {
      if (walk.tree.start > 0) kept.passed = walk.tree.copy();
      else if (!this.#holdKept(walk, kept, walk.tree)) return false;
      this.#next += 1;
      kept = this.#kept[this.#next];
    }
    return true;
  }

  #holdKept(walk: TrailWalk, kept: Kept, tree: CompactRange): boolean {
    kept.compared = true;
    if (!sameBytes(tree.root(), kept.head.root)) return walk.mismatch(kept.head.size);
    walk.vouchedFor(kept.head.size);
    if (kept.trusted) this.#sign(kept.head.size, kept.head);
    return true;
  }

  #sign(upTo: number, head: TrailHead): void {
    if (this.#signed === undefined || upTo > this.#signed.upTo) this.#signed = { upTo, head };
  }

  #addRecord(value: { readonly [key: string]: unknown }): boolean {
    const walk = this.#walk;
    if (value.record_type === 'segment' && walk !== undefined) return this.#addSegment(walk, value.note);
    if (value.record_type !== 'checkpoint' || walk === undefined) return true;
    const record = readCheckpointRecord(value);
    if (record?.note === null) return true;
    const trusted = this.#keys();
    // Without a key, the file's own key shows only whether it is consistent with itself.
    const own = record === undefined ? undefined : readNoteKey(record.publicKey);
    const keys = trusted.length > 0 || own === undefined ? trusted : [own];
    const read =
      record === undefined ? undefined : readCheckpoint(record.note, keys, this.trust.verifySignature);
    if (record === undefined || read === undefined || read.signatureStatus === 'forged')
      return walk.fail({ sequence: walk.head.sequence, reasonCode: 'checkpoint_invalid' });
    if (read.signatureStatus === 'unknown') return true;
    return this.#hold(walk, record, read.head, trusted.length > 0);
  }

  // A segment states that what precedes the file was removed rightly. Without a trusted signature it proves nothing.
  #addSegment(walk: TrailWalk, note: unknown): boolean {
    const read =
      typeof note === 'string' ? readSegment(note, this.#keys(), this.trust.verifySignature) : undefined;
    if (read?.signatureStatus === 'unknown') return true;
    const { start } = walk.tree;
    const fits =
      read?.signatureStatus === 'signed' &&
      read.facts.tenantId === this.#tenantId &&
      read.facts.lastSequence === start &&
      read.facts.headHash === this.#startHash;
    if (!fits) return walk.fail({ sequence: start, reasonCode: 'segment_mismatch' });
    this.#sealedUpTo = start;
    return true;
  }

  // A checkpoint follows the last event of its part, so it covers these and possibly later ones.
  #hold(
    walk: TrailWalk,
    record: Pick<CheckpointRecord, 'before' | 'after'>,
    head: TrailHead,
    trusted: boolean,
  ): boolean {
    const { start, end } = walk.tree;
    const before = rangeOf({ from: 0, to: start }, record.before, this.trust);
    const whole = before === undefined || head.size < end ? undefined : joined(before, walk.tree);
    const sound =
      whole !== undefined &&
      head.tenantId === this.#tenantId &&
      (head.size > end || head.headHash === null || head.headHash === walk.head.hash) &&
      extend(whole, head.size, record.after) &&
      sameBytes(whole.root(), head.root);
    if (!sound || before === undefined) return walk.mismatch(end);
    walk.vouchedFor(end);
    if (trusted) this.#sign(end, head);
    return this.#holdPassed(walk, before, head);
  }

  // The rest of the part is known now, so checkpoints kept elsewhere can be compared with it.
  #holdPassed(walk: TrailWalk, before: CompactRange, head: TrailHead): boolean {
    return this.#kept.every((kept) => {
      if (kept.compared) return true;
      if (kept.passed !== undefined) return this.#holdKept(walk, kept, joined(before, kept.passed));
      if (kept.head.size !== head.size) return true;
      kept.compared = true;
      return sameBytes(kept.head.root, head.root) || walk.mismatch(walk.tree.end);
    });
  }

  // A part that ends early proves by its own checkpoint that more follows. Without that, kept checkpoints show that its tail is missing.
  #missTail(walk: TrailWalk): void {
    const { end } = walk.tree;
    const proven = this.#signed?.upTo === end ? this.#signed.head.size : 0;
    if (this.#kept.some(({ head }) => head.size > end && head.size > proven))
      walk.fail({ sequence: end + 1, reasonCode: 'truncated' });
  }
}
