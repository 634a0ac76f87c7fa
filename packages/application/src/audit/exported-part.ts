import { type Instant, type StoredEvent, type TrailSegment, writeNoteKey } from '@govgate/domain';
import {
  ALL_LEVELS,
  type CheckpointLine,
  type CheckpointRecord,
  type EventLine,
  eventLine,
  instantOfText,
  type JsonLines,
  joinLines,
  jsonLine,
  type LeafSpan,
  partsOf,
  type SegmentLine,
  writeCheckpointRecord,
  writeSegmentRecord,
} from '@govgate/domain/internal';
import type { Ports } from '../call/ports.js';
import { type OwnCheckpoint, ownKey } from './own-checkpoints.js';
import { spanHashes } from './trail-tree.js';

/** The requested part of a trail: the events of a time range, up to an event. */
export interface ExportRange {
  readonly tenantId: string;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  /** The last event that may be included. */
  readonly end: number;
  /** The last sealed segment. */
  readonly segment?: TrailSegment | undefined;
}

/** What the lines of an export are. */
export type TrailLine = EventLine | CheckpointLine | SegmentLine;

/** A part of a trail as export lines: its events, followed by the checkpoint over its last event. */
export class ExportedPart {
  #span: LeafSpan | undefined;
  #isOver = false;

  constructor(
    private readonly deps: Pick<Ports, 'auditTrail' | 'checkpointSigner' | 'digest'>,
    private readonly wanted: ExportRange,
    /** The newest checkpoint by our key, if any. */
    private readonly own: OwnCheckpoint | undefined,
  ) {}

  /** Whether nothing that follows belongs to it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The lines of the next events that belong to it. */
  async take(batch: readonly StoredEvent[]): Promise<JsonLines<TrailLine>> {
    const lines: JsonLines<TrailLine>[] = [];
    for (const event of batch) {
      if (!this.#takes(event)) continue;
      lines.push(eventLine(event.text, event.hash));
      // Only a trail that is no longer signed continues after its checkpoint.
      if (event.sequence === this.own?.head.size && event.sequence < this.wanted.end)
        lines.push(await this.#checkpointLine(this.own));
    }
    return joinLines(lines);
  }

  /** The last lines: the segment the part begins after, if any; the checkpoint, and what it does not cover. None without events. */
  async lastLines(): Promise<JsonLines<TrailLine>> {
    if (this.#span === undefined) return joinLines([]);
    const { segment } = this.wanted;
    const sealed = segment?.lastSequence === this.#span.from ? [jsonLine(writeSegmentRecord(segment))] : [];
    return joinLines<TrailLine>([...sealed, await this.#lastCheckpointLine(this.#span)]);
  }

  async #lastCheckpointLine({ from, to }: LeafSpan): Promise<JsonLines<CheckpointLine>> {
    const { own } = this;
    if (own !== undefined && own.head.size >= to) return this.#checkpointLine(own);
    const covered = Math.max(own?.head.size ?? 0, from);
    const unsigned = { firstSequence: covered + 1, lastSequence: to };
    return this.#line({ note: null, before: [], after: [], unsigned });
  }

  #takes({ sequence, text }: StoredEvent): boolean {
    const { from, to, end } = this.wanted;
    if (sequence > end) this.#isOver = true;
    if (this.#isOver) return false;
    const instant = from === undefined && to === undefined ? '' : instantOfText(text);
    if (this.#span === undefined && from !== undefined && instant < from) return false;
    if (to !== undefined && instant >= to) {
      this.#isOver = true;
      return false;
    }
    this.#span = { from: this.#span?.from ?? sequence - 1, to: sequence };
    if (sequence === end) this.#isOver = true;
    return true;
  }

  async #checkpointLine({ head, record }: OwnCheckpoint): Promise<JsonLines<CheckpointLine>> {
    const { from, to } = this.#span as LeafSpan;
    const [before, after] = await Promise.all([
      this.#hashesOf({ from: 0, to: from }),
      this.#hashesOf({ from: to, to: head.size }),
    ]);
    return this.#line({ note: record.note, before, after, unsigned: null });
  }

  // If part of the tree is missing, the line does not match the events, and its verifier notices.
  async #hashesOf(span: LeafSpan): Promise<readonly Uint8Array[]> {
    const parts = partsOf(span, ALL_LEVELS).map(({ level, place }) => ({
      from: place * 2 ** level,
      to: (place + 1) * 2 ** level,
    }));
    return (await spanHashes(this.deps, this.wanted.tenantId, parts)) ?? [];
  }

  #line(fields: Pick<CheckpointRecord, 'note' | 'before' | 'after' | 'unsigned'>): JsonLines<CheckpointLine> {
    const { tenantId } = this.wanted;
    const publicKey = writeNoteKey(ownKey(this.deps, tenantId));
    return jsonLine(writeCheckpointRecord({ tenantId, publicKey, ...fields }));
  }
}
