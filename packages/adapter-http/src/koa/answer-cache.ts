import type { Caller } from '@govgate/application';
import type { Principal } from '@govgate/domain';
import type { Place, RevisionReader } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { ReadyAnswer } from './send.js';

/** A call that may be answered with what is remembered. Its revision was read before the answer is made. */
export interface AnswerCall extends Caller {
  readonly url: string;
  readonly nowMs: number;
  readonly requestId: string;
}

/** What an answer depends on besides the caller and the URL. */
export interface AnswerLimits {
  /** Where the records are that it was made of; undefined: anywhere in the tenant. */
  readonly places: readonly Place[] | undefined;
  /** Until when it holds, in milliseconds since 1970. */
  readonly freshUntilMs: number;
  /** Whether its text names its request. */
  readonly namesRequest: boolean;
}

interface Remembered {
  /** The last one that the answer is known to hold at. */
  contentRevision: number;
  readonly places: readonly Place[] | undefined;
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
/** So long an answer is given at most, in milliseconds: the place of a next page that it names is good for a day. */
const LONGEST_MS = 3_600_000;
/** What an entry takes besides its texts, in characters. */
const ENTRY = 256;
/** What an entry counts for at least, so that there are no more of them; with `max` the places of all would be taken at once. */
const LEAST_CHARACTERS = Math.ceil(MOST_CHARACTERS / MOST_ANSWERS);

/**
 * Ready answers of cacheable reads, by caller and URL. An answer holds while the tenant's content revision stands, or what moved it
 * is known and wrote nowhere that the answer was made of, and, where it depends on the clock, until the moment that its use case names; a caller's answers go with their principal, which is
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

  constructor(private readonly revisions: Pick<RevisionReader, 'untouched'> = {}) {}

  get(call: AnswerCall): ReadyAnswer | undefined {
    const { nowMs, requestId } = call;
    const remembered = call.url.length > LONGEST_URL ? undefined : this.#answers.get(this.#keyOf(call));
    if (remembered === undefined || remembered.freshUntilMs < nowMs || !this.#holds(remembered, call))
      return undefined;
    const { answer, requestIdAt: at } = remembered;
    if (at === undefined) return answer;
    return { ...answer, text: answer.text.slice(0, at) + requestId + answer.text.slice(at) };
  }

  // Once it is known to hold at a later revision, that is where the next call starts from.
  #holds(remembered: Remembered, { principal, contentRevision }: AnswerCall): boolean {
    const { contentRevision: since, places } = remembered;
    if (since === contentRevision) return true;
    if (places === undefined || since > contentRevision) return false;
    const holds = this.revisions.untouched?.(principal.tenantId, since, contentRevision, places) ?? false;
    if (holds) remembered.contentRevision = contentRevision;
    return holds;
  }

  set(call: AnswerCall, answer: ReadyAnswer, limits: AnswerLimits): void {
    const { contentRevision, nowMs, requestId } = call;
    if (limits.freshUntilMs < nowMs || call.url.length > LONGEST_URL) return;
    const { namesRequest, places } = limits;
    const freshUntilMs = Math.min(limits.freshUntilMs, nowMs + LONGEST_MS);
    const cut = namesRequest ? withoutRequestId(answer, requestId) : { answer, requestIdAt: undefined };
    this.#answers.set(this.#keyOf(call), { contentRevision, freshUntilMs, places, ...cut });
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
