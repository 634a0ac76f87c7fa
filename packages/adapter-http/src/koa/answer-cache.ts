import type { Principal } from '@govgate/domain';
import type { ReadyAnswer } from './send.js';

interface Remembered {
  readonly contentRevision: number;
  readonly answer: ReadyAnswer;
}

const MAX_TEXT = 64 * 1024 * 1024;

/**
 * Ready answers of cacheable reads, by caller and URL. An answer holds while the tenant's content revision stands; a caller's
 * answers go with their principal, which is resolved anew whenever anybody's rights change or a grant begins or ends. So an
 * answer is never older than the last commit of any process.
 */
export class AnswerCache {
  #answers = new WeakMap<Principal, Map<string, Remembered>>();
  #size = 0;

  get(principal: Principal, url: string, contentRevision: number): ReadyAnswer | undefined {
    const remembered = this.#answers.get(principal)?.get(url);
    return remembered?.contentRevision === contentRevision ? remembered.answer : undefined;
  }

  set(principal: Principal, url: string, contentRevision: number, answer: ReadyAnswer): void {
    this.#size += answer.text.length;
    if (this.#size > MAX_TEXT) {
      // Forgetting everything now and then is simpler than knowing what was used last, and as good for a few hot reads.
      this.#answers = new WeakMap();
      this.#size = answer.text.length;
    }
    const own = this.#answers.get(principal) ?? new Map<string, Remembered>();
    own.set(url, { contentRevision, answer });
    this.#answers.set(principal, own);
  }
}
