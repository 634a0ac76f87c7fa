import type { Instant, StoredEvent } from '@govgate/domain';
import { instantOfText, type Subtree, type SubtreeWatch, toBase64 } from '@govgate/domain/internal';
import { KEPT_LEVELS, type KeptLevel, type KeptSubtree } from '@govgate/ports';

/** Collects the subtrees to keep from a tree that grows event by event. */
export class SubtreeCollector implements SubtreeWatch {
  readonly levels = KEPT_LEVELS;
  #complete: KeptSubtree[] = [];
  #latest: Instant;

  /** `latest`: the latest time of the events before the walk. */
  constructor(latest: Instant = '') {
    this.#latest = latest;
  }

  /** To be called with each event before it is added to the tree. */
  see(event: Pick<StoredEvent, 'text'>): void {
    this.seeInstant(instantOfText(event.text));
  }

  /** The same for removed events, of which the latest time is kept. */
  seeInstant(instant: Instant): void {
    if (instant > this.#latest) this.#latest = instant;
  }

  add({ level, place, hash }: Subtree): void {
    this.#complete.push({
      level: level as KeptLevel,
      place,
      hash: toBase64(hash),
      latest: ownText(this.#latest),
    });
  }

  get size(): number {
    return this.#complete.length;
  }

  /** The subtrees completed since the last call. */
  take(): readonly KeptSubtree[] {
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }
}

// A part of a text keeps all of it in memory, which may be that of many events.
const ownText = (part: string): string => ` ${part}`.slice(1);
