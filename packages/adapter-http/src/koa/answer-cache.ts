import type { Caller } from '@govgate/application';
import type { Principal } from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import type { ReadyAnswer } from './send.js';

/** A call that may be answered with what is remembered. Its revision was read before the answer is made. */
export interface AnswerCall extends Caller {
  readonly url: string;
  readonly nowMs: number;
  readonly requestId: string;
}

/** What an answer depends on besides the caller, the URL and what is committed. */
export interface AnswerLimits {
  /** Until when it holds, in milliseconds since 1970. */
  readonly freshUntilMs: number;
  /** Whether its text names its request. */
  readonly namesRequest: boolean;
}

interface Remembered {
  readonly contentRevision: number;
  readonly freshUntilMs: number;
  readonly answer: ReadyAnswer;
  /** The place in the text that each call's own request id is put at. */
  readonly requestIdAt: number | undefined;
}

/** Characters of texts and of what they are kept by, all together; a character takes two bytes at most. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
const MOST_ANSWERS = 20_000;
/** Nobody who asks again and again asks with a longer URL. */
const LONGEST_URL = 2_048;
/** What an entry takes besides its texts, in characters. */
const ENTRY = 256;
/** What an entry counts for at least, so that there are no more of them; with `max` the places of all would be taken at once. */
const LEAST_CHARACTERS = Math.ceil(MOST_CHARACTERS / MOST_ANSWERS);

/**
 * Ready answers of cacheable reads, by caller and URL. An answer holds while the tenant's content revision stands and, where
 * it depends on the clock, until the moment that its use case names; a caller's answers go with their principal, which is
 * resolved again whenever anybody's rights change or a grant begins or ends. So an answer is never older than the last commit
 * of any process. What was not asked for lately goes first.
 */
export class AnswerCache {
  readonly #callers = new WeakMap<Principal, number>();
  #lastCaller = 0;
  readonly #answers = new LRUCache<string, Remembered>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ answer }, key) => Math.max(answer.text.length + key.length + ENTRY, LEAST_CHARACTERS),
  });

  get(call: AnswerCall): ReadyAnswer | undefined {
    const { contentRevision, nowMs, requestId } = call;
    const remembered = call.url.length > LONGEST_URL ? undefined : this.#answers.get(this.#keyOf(call));
    if (remembered?.contentRevision !== contentRevision || remembered.freshUntilMs < nowMs) return undefined;
    const { answer, requestIdAt: at } = remembered;
    if (at === undefined) return answer;
    return { ...answer, text: answer.text.slice(0, at) + requestId + answer.text.slice(at) };
  }

  set(call: AnswerCall, answer: ReadyAnswer, { freshUntilMs, namesRequest }: AnswerLimits): void {
    const { contentRevision, nowMs, requestId } = call;
    if (freshUntilMs < nowMs || call.url.length > LONGEST_URL) return;
    const cut = namesRequest ? withoutRequestId(answer, requestId) : { answer, requestIdAt: undefined };
    this.#answers.set(this.#keyOf(call), { contentRevision, freshUntilMs, ...cut });
  }

  // A number stands for a principal, so that the cache keeps none alive.
  #keyOf({ principal, url }: AnswerCall): string {
    const known = this.#callers.get(principal);
    if (known !== undefined) return `${known} ${url}`;
    this.#lastCaller += 1;
    this.#callers.set(principal, this.#lastCaller);
    return `${this.#lastCaller} ${url}`;
  }
}

const KEY = '"requestId":"';

// The key stands before everything that a record says, so the first one is the answer's own.
const withoutRequestId = (
  answer: ReadyAnswer,
  requestId: string,
): Pick<Remembered, 'answer' | 'requestIdAt'> => {
  const at = answer.text.indexOf(`${KEY}${requestId}"`) + KEY.length;
  const text = answer.text.slice(0, at) + answer.text.slice(at + requestId.length);
  return { answer: { ...answer, text }, requestIdAt: at };
};
