import type { Socket } from 'node:net';
import type { RevisionReader } from '@govgate/ports';
import { type Handler, oneAtATime } from './one-at-a-time.js';

/** Calls read over a longer span than this, in milliseconds, may have been sent later: the loop may have polled in between. */
const LONGEST_MS = 2;

/**
 * Lets calls that came in together share one look at what other processes committed, which is most of the cost of a remembered answer. Only
 * for the listener of a server's own `request` event: it relies on being called as the event loop reads its sockets.
 *
 * Why no call misses a commit that its sender knew of: all sockets that the loop reads in one go were ready before the first of them was
 * read, and the look is made after that. Only a later request on the same connection can have been sent since; such a call gets a look of
 * its own, as does everything else on its connection.
 */
export const withSharedLooks = (
  handler: Handler,
  looks: Pick<RevisionReader, 'lookAnew'>,
  nowMs: () => number = () => performance.now(),
): Handler => {
  const together = new Together(looks, nowMs);
  let arriving: unknown;
  const answer = oneAtATime((request, response) => {
    // It waited behind another call on its connection, and the sockets were read meanwhile.
    if (arriving !== request) together.alone();
    return handler(request, response);
  });
  return (request, response) => {
    together.came(request.socket, response.socket === null);
    arriving = request;
    answer(request, response);
    arriving = undefined;
  };
};

class Together {
  /** Counts how often the event loop read its sockets and found calls; each connection keeps the number of its last call. */
  #reading = 0;
  #isReading = false;
  readonly #lastOf = new WeakMap<Socket, number>();
  readonly #sendsAhead = new WeakSet<Socket>();
  #isShared = false;
  #sharedSinceMs = 0;

  constructor(
    private readonly looks: Pick<RevisionReader, 'lookAnew'>,
    private readonly nowMs: () => number,
  ) {}

  came(socket: Socket, isBehindAnother: boolean): void {
    if (!this.#isReading) this.#begin();
    if (isBehindAnother || this.#lastOf.get(socket) === this.#reading) this.#sendsAhead.add(socket);
    this.#lastOf.set(socket, this.#reading);
    if (this.#sendsAhead.has(socket)) this.alone();
    else if (!this.#isShared || this.nowMs() - this.#sharedSinceMs > LONGEST_MS) this.#share();
  }

  /** This call shares no look with others. */
  alone(): void {
    this.#isShared = false;
    this.looks.lookAnew?.(false);
  }

  #begin(): void {
    this.#isReading = true;
    this.#reading += 1;
    // Immediates run after all sockets were read, and before the loop polls again.
    setImmediate(() => {
      this.#isReading = false;
      this.alone();
    });
  }

  #share(): void {
    this.#isShared = true;
    this.#sharedSinceMs = this.nowMs();
    this.looks.lookAnew?.(true);
  }
}
