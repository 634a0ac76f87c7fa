import type { Principal } from '@govgate/domain';
import type Koa from 'koa';
import type { CallState } from './call.js';
import type { ClientAddress } from './client-address.js';

/** Limit on untaken bytes: per principal, and per address before a call's principal is known. */
const MOST_BYTES = 64 * 1024 * 1024;
/** An answer this small is always sent: every call learns its outcome. */
const SMALL_BYTES = 16 * 1024;

/** The part of a call that identifies the receiver of its answer. */
export type Receiver = Pick<Koa.ParameterizedContext<CallState>, 'req' | 'res' | 'state'>;

/** Bytes sent and not yet taken, per caller. Callers who keep up have no entry. */
export class UntakenBytes {
  readonly #bytes = new Map<string, number>();

  constructor(private readonly addressOf: ClientAddress) {}

  /** Whether a caller about to get so many more bytes has too many outstanding. */
  isTooMuch(call: Receiver, bytes: number): boolean {
    if (bytes <= SMALL_BYTES || this.#bytes.size === 0) return false;
    return (this.#bytes.get(this.#keyOf(call)) ?? 0) + bytes > MOST_BYTES;
  }

  /** Counts an answer just sent until it is taken or its connection is gone. */
  sent(call: Receiver, bytes: number): void {
    const { res } = call;
    // What the system took at once is charged to nobody.
    if (!res.socket?.writableLength) return;
    const key = this.#keyOf(call);
    this.#bytes.set(key, (this.#bytes.get(key) ?? 0) + bytes);
    res.once('close', () => {
      const left = (this.#bytes.get(key) ?? 0) - bytes;
      if (left <= 0) this.#bytes.delete(key);
      else this.#bytes.set(key, left);
    });
  }

  #keyOf({ req, state: { principal } }: Receiver): string {
    return principal === undefined ? this.addressOf(req) : principalKey(principal);
  }
}

const principalKey = ({ tenantId, actorType, actorId }: Principal): string =>
  `${tenantId}:${actorType}:${actorId}`;
