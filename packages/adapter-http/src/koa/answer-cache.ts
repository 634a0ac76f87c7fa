import type { Caller } from '@govgate/application';
import type { Principal } from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import type { ReadyAnswer } from './send.js';

/** A call that may be answered from the cache. Its revision was read before the answer was made. */
export interface AnswerCall extends Caller {
  readonly url: string;
  readonly nowMs: number;
}

interface Remembered {
  readonly contentRevision: number;
  readonly untilMs: number;
  readonly answer: ReadyAnswer;
}

/** Total size of texts and keys; a character takes at most two bytes. */
const MOST_BYTES = 64 * 1024 * 1024;
/** What an entry takes besides its texts. */
const ENTRY_BYTES = 512;
/** Callers that repeat a request do not use longer URLs. */
const LONGEST_URL = 2_048;
/** How long an answer is given again: the next-page token in it is valid for a day. */
const LONGEST_MS = 3_600_000;

/**
 * Answers that depend on committed records and the caller alone, by caller and URL. The rule: any commit of the tenant, by any process, ends
 * them all. A caller's answers are keyed by their principal, which is resolved again whenever anybody's rights change or a grant begins or
 * ends. The least recently used answer makes room for a new one.
 */
export class AnswerCache {
  readonly #callers = new WeakMap<Principal, number>();
  #lastCaller = 0;
  readonly #answers = new LRUCache<string, Remembered>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ answer }, key) => 2 * (answer.text.length + key.length) + ENTRY_BYTES,
  });

  get(call: AnswerCall): ReadyAnswer | undefined {
    const remembered = this.#answers.get(this.#keyOf(call));
    const holds = remembered?.contentRevision === call.contentRevision && call.nowMs <= remembered.untilMs;
    return holds ? remembered.answer : undefined;
  }

  set(call: AnswerCall, answer: ReadyAnswer): void {
    const { contentRevision, nowMs, url } = call;
    if (url.length > LONGEST_URL) return;
    this.#answers.set(this.#keyOf(call), { contentRevision, untilMs: nowMs + LONGEST_MS, answer });
  }

  // Principals are keyed by number so that the cache keeps none of them alive.
  #keyOf({ principal, url }: AnswerCall): string {
    let caller = this.#callers.get(principal);
    if (caller === undefined) {
      this.#lastCaller += 1;
      caller = this.#lastCaller;
      this.#callers.set(principal, caller);
    }
    return `${caller} ${url}`;
  }
}
