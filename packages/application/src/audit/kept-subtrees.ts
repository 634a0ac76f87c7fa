import { type Instant, instantOfText, type StoredEvent, type Subtree, toBase64 } from '@govgate/domain';
import { KEPT_LEVELS, type KeptLevel, type KeptSubtree } from '@govgate/ports';

/** Collects the subtrees to keep from a tree that grows event by event. */
export class SubtreeCollector {
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

  /** To be called with every completed subtree. */
  readonly add = ({ level, place, hash }: Subtree): void => {
    if (isKept(level)) this.#complete.push({ level, place, hash: toBase64(hash), latest: this.#latest });
  };

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

const isKept = (level: number): level is KeptLevel => (KEPT_LEVELS as readonly number[]).includes(level);
