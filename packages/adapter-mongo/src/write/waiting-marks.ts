import { MongoServerError, ObjectId } from 'mongodb';
import { isTransient } from '../driver/port-errors.js';
import type { Collections } from '../kinds/collections.js';
import { type HeadDocument, WAITING, type WaitingDocument } from '../kinds/documents.js';
import { waitingKey } from '../kinds/keys.js';
import { RaceLost } from './apply-draft.js';

/** How long a process rests for another: about as long as that one takes to decide anew and write, in milliseconds. */
const LEAST_REST_MS = 40;
const MOST_REST_MS = 400;

/**
 * All commits of a tenant write its head, and a process that has just committed is the first to begin again: another one would lose race after
 * race. So it leaves a mark that others read with the head, and whoever finds a new mark rests once behind its commit. No clocks are
 * compared and nobody waits for an answer: a mark that is lost costs its writer another race.
 */
export class WaitingMarks {
  /** The mark of each line that was rested for, or left by this process. */
  readonly #known = new Map<string, string>();

  constructor(private readonly collections: Pick<Collections, 'heads'>) {}

  /** Asks the other processes to rest. */
  async leave(line: string): Promise<void> {
    const mark = new ObjectId();
    this.#known.set(line, mark.toHexString());
    await this.collections.heads
      .updateOne({ _id: waitingKey(line) }, { $set: { [WAITING.mark]: mark } }, { upsert: true, ...SOON })
      .catch(() => undefined);
  }

  /** How long to rest behind a commit that took so long, by the mark that it found. */
  restMs(line: string, found: HeadDocument | undefined, tookMs: number): number {
    const mark = (found as WaitingDocument | undefined)?.[WAITING.mark].toHexString();
    if (mark === undefined || mark === this.#known.get(line)) return 0;
    this.#known.set(line, mark);
    return Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, 2 * tookMs));
  }
}

const SOON = { writeConcern: { w: 1 }, maxTimeMS: 500 } as const;

/** Whether somebody else was faster, as opposed to a server that could not be reached. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof RaceLost || (error instanceof MongoServerError && isTransient(error));
