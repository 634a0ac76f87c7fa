import type { ServerResponse } from 'node:http';
import type { Principal } from '@govgate/domain';

/** Limits on untaken bytes: per caller, and for all unauthenticated callers together. */
const MOST_BYTES = 64 * 1024 * 1024;
/** An answer this small is always sent: every call learns its outcome. */
const SMALL_BYTES = 16 * 1024;

/** Bytes sent and not yet taken, per caller. Callers who keep up have no entry. */
export class UntakenBytes {
  readonly #bytes = new Map<string, number>();

  /** Whether a caller about to get so many more bytes has too many outstanding. */
  isTooMuch(caller: Principal | undefined, bytes: number): boolean {
    if (bytes <= SMALL_BYTES) return false;
    return (this.#bytes.get(keyOf(caller)) ?? 0) + bytes > MOST_BYTES;
  }

  /** Counts an answer just sent until it is taken or its connection is gone. */
  sent(caller: Principal | undefined, bytes: number, response: ServerResponse): void {
    // What the system took at once is charged to nobody.
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
