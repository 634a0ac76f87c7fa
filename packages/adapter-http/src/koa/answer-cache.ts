import type { Caller } from '@govgate/application';
import type { Principal } from '@govgate/domain';
import type { Place, RevisionReader } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { ReadyAnswer } from './send.js';

/** A call that may be answered from the cache. Its revision was read before the answer was made. */
export interface AnswerCall extends Caller {
  readonly url: string;
  readonly nowMs: number;
  readonly requestId: string;
}

/** What an answer depends on besides the caller and the URL. */
export interface AnswerLimits {
  /** Where the records it was made from live; undefined: anywhere in the tenant. */
  readonly places: readonly Place[] | undefined;
  /** Expiry in milliseconds since 1970. */
  readonly freshUntilMs: number;
  /** What to ask before it is sent again, where it depends on what changes without a commit. */
  readonly stillHolds?: (() => Promise<boolean>) | undefined;
  /** Whether its text contains the request id. */
  readonly namesRequest: boolean;
}

interface Remembered {
  /** The latest revision at which the answer is known to hold. */
  contentRevision: number;
  readonly places: readonly Place[] | undefined;
  readonly freshUntilMs: number;
  readonly stillHolds: (() => Promise<boolean>) | undefined;
  readonly answer: ReadyAnswer;
  /** Where in the text each call's own request id goes. */
  readonly requestIdAt: number | undefined;
}

/** Total characters of texts and keys; a character takes at most two bytes. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
const MOST_ANSWERS = 20_000;
/** Callers that repeat a request do not use longer URLs. */
const LONGEST_URL = 2_048;
/** Longest time an answer is served, in milliseconds: the next-page token in it is valid for a day. */
const LONGEST_MS = 3_600_000;
/** Overhead of an entry besides its texts, in characters. */
const ENTRY = 256;
/** Smallest size an entry is counted as, which bounds their number; `max` would allocate every slot up front. */
const LEAST_CHARACTERS = Math.ceil(MOST_CHARACTERS / MOST_ANSWERS);

/**
 * Ready answers of cacheable reads, by caller and URL. An answer holds while the tenant's content revision stands, or while every commit
 * since then is known to have written elsewhere, and, where it depends on the clock, until the moment its use case names. A caller's
 * answers are keyed by their principal, which is resolved again whenever anybody's rights change or a grant begins or ends. So an answer is
 * never older than the last commit of any process. The least recently used answer is evicted first.
 */
export class AnswerCache {
  readonly #callers = new WeakMap<Principal, number>();
  #lastCaller = 0;
  readonly #answers = new LRUCache<string, Remembered>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ answer }, key) => Math.max(answer.text.length + key.length + ENTRY, LEAST_CHARACTERS),
  });

  constructor(private readonly revisions: Pick<RevisionReader, 'untouched'> = {}) {}

  /** Without a promise where nothing must be asked. */
  get(call: AnswerCall): ReadyAnswer | undefined | Promise<ReadyAnswer | undefined> {
    const remembered = call.url.length > LONGEST_URL ? undefined : this.#answers.get(this.#keyOf(call));
    if (remembered === undefined || remembered.freshUntilMs < call.nowMs || !this.#holds(remembered, call))
      return undefined;
    const answer = answerTo(call, remembered);
    return remembered.stillHolds?.().then((holds) => (holds ? answer : undefined)) ?? answer;
  }

  // Once known to hold at a later revision, the next call starts from there.
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
    const { namesRequest, places, stillHolds } = limits;
    const freshUntilMs = Math.min(limits.freshUntilMs, nowMs + LONGEST_MS);
    const cut = namesRequest ? withoutRequestId(answer, requestId) : { answer, requestIdAt: undefined };
    this.#answers.set(this.#keyOf(call), { contentRevision, freshUntilMs, stillHolds, places, ...cut });
  }

  // Principals are keyed by number so that the cache keeps none of them alive.
  #keyOf({ principal, url }: AnswerCall): string {
    const known = this.#callers.get(principal);
    if (known !== undefined) return `${known} ${url}`;
    this.#lastCaller += 1;
    this.#callers.set(principal, this.#lastCaller);
    return `${this.#lastCaller} ${url}`;
  }
}

const answerTo = ({ requestId }: AnswerCall, { answer, requestIdAt: at }: Remembered): ReadyAnswer =>
  at === undefined
    ? answer
    : { ...answer, text: answer.text.slice(0, at) + requestId + answer.text.slice(at) };

const KEY = '"requestId":"';

// The request id's key precedes all record data, so the first occurrence is the answer's own.
const withoutRequestId = (
  answer: ReadyAnswer,
  requestId: string,
): Pick<Remembered, 'answer' | 'requestIdAt'> => {
  const at = answer.text.indexOf(`${KEY}${requestId}"`) + KEY.length;
  const text = answer.text.slice(0, at) + answer.text.slice(at + requestId.length);
  return { answer: { ...answer, text }, requestIdAt: at };
};
