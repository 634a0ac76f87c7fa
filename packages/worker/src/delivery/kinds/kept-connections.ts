import type { DeliveryReason } from '@govgate/domain';
import type { Settling } from '@govgate/ports';
import type { SyslogConnection } from './syslog-connection.js';

/** A connection unused for this long is closed. */
const IDLE_MS = 60_000;

interface Kept {
  readonly connection: SyslogConnection;
  idle: NodeJS.Timeout | undefined;
}

interface ConnectionRequest {
  /** What was sent before and has not settled. */
  readonly behind: Settling | undefined;
  readonly dial: () => Promise<SyslogConnection | DeliveryReason>;
}

/** One connection per destination, kept between its batches. */
export class KeptConnections {
  readonly #kept = new Map<string, Kept>();

  /** The open connection under a key, or a new one. */
  async of(key: string, { behind, dial }: ConnectionRequest): Promise<SyslogConnection | DeliveryReason> {
    const before = this.#kept.get(key)?.connection;
    const isUsable = before?.isOpen === true && (behind === undefined || behind.connection === before);
    if (isUsable) return before;
    // Frames sent earlier were lost with their connection, and are sent again before this one.
    if (behind !== undefined) return 'connection_reset';
    this.drop(key);
    const connection = await dial();
    if (typeof connection !== 'string') this.#kept.set(key, { connection, idle: undefined });
    return connection;
  }

  leaveIdle(key: string): void {
    const one = this.#kept.get(key);
    if (one === undefined) return;
    clearTimeout(one.idle);
    one.idle = setTimeout(() => this.drop(key), IDLE_MS);
    one.idle.unref();
  }

  drop(key: string): void {
    const one = this.#kept.get(key);
    clearTimeout(one?.idle);
    one?.connection.destroy();
    this.#kept.delete(key);
  }

  dropAll(): void {
    for (const key of [...this.#kept.keys()]) this.drop(key);
  }
}
