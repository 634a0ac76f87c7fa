import type { ServerResponse } from 'node:http';
import type { Principal } from '@govgate/domain';

/** Bytes of answers that their readers have not taken yet: of one caller, and of all who are nobody to us. */
const MOST_BYTES = 64 * 1024 * 1024;
/** An answer of so few bytes is sent whatever else is on its way: every call gets to know what became of it. */
const SMALL_BYTES = 16 * 1024;

/** What was sent and not yet taken, by caller. Holds nothing of callers who take what they ask for. */
export class UntakenBytes {
  readonly #bytes = new Map<string, number>();

  /** Whether a caller who is to get so many bytes more has too many on the way. */
  isTooMuch(caller: Principal | undefined, bytes: number): boolean {
    if (bytes <= SMALL_BYTES) return false;
    return (this.#bytes.get(keyOf(caller)) ?? 0) + bytes > MOST_BYTES;
  }

  /** Counts an answer that was just sent, until it is taken or its connection is gone. */
  sent(caller: Principal | undefined, bytes: number, response: ServerResponse): void {
    // What the system took at once is on nobody's account.
    if (!response.socket?.writableLength) return;
    const key = keyOf(caller);
    this.#bytes.set(key, (this.#bytes.get(key) ?? 0) + bytes);
    response.once('close', () => {
      const left = (this.#bytes.get(key) ?? 0) - bytes;
      if (left <= 0) this.#bytes.delete(key);
      else this.#bytes.set(key, left);
    });
  }
}

const keyOf = (principal: Principal | undefined): string =>
  principal === undefined ? '' : `${principal.tenantId}:${principal.actorType}:${principal.actorId}`;
