import type { Caller } from '@govgate/application';
import type { Principal } from '@govgate/domain';
import type { ReadyAnswer } from './send.js';

/** A call that may be answered with what is remembered. Its revision was read before the answer is made. */
export interface AnswerCall extends Caller {
  readonly url: string;
  readonly nowMs: number;
  readonly requestId: string;
}

/** What an answer depends on beside the caller, the URL and what is committed. */
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

const MAX_TEXT = 64 * 1024 * 1024;

/**
 * Ready answers of cacheable reads, by caller and URL. An answer holds while the tenant's content revision stands and, where
 * it depends on the clock, until the moment that its use case names; a caller's answers go with their principal, which is
 * resolved anew whenever anybody's rights change or a grant begins or ends. So an answer is never older than the last commit
 * of any process.
 */
export class AnswerCache {
  #answers = new WeakMap<Principal, Map<string, Remembered>>();
  #size = 0;

  get({ principal, url, contentRevision, nowMs, requestId }: AnswerCall): ReadyAnswer | undefined {
    const remembered = this.#answers.get(principal)?.get(url);
    if (remembered?.contentRevision !== contentRevision || remembered.freshUntilMs < nowMs) return undefined;
    const { answer, requestIdAt: at } = remembered;
    if (at === undefined) return answer;
    return { ...answer, text: answer.text.slice(0, at) + requestId + answer.text.slice(at) };
  }

  set(call: AnswerCall, answer: ReadyAnswer, { freshUntilMs, namesRequest }: AnswerLimits): void {
    const { principal, url, contentRevision, nowMs, requestId } = call;
    if (freshUntilMs < nowMs) return;
    this.#size += answer.text.length;
    if (this.#size > MAX_TEXT) {
      // Forgetting everything now and then is simpler than knowing what was used last, and as good for a few hot reads.
      this.#answers = new WeakMap();
      this.#size = answer.text.length;
    }
    const own = this.#answers.get(principal) ?? new Map<string, Remembered>();
    const cut = namesRequest ? withoutRequestId(answer, requestId) : { answer, requestIdAt: undefined };
    own.set(url, { contentRevision, freshUntilMs, ...cut });
    this.#answers.set(principal, own);
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
