import type { Instant } from '@govgate/domain';

/** The server's clock: the only one that decides anything. */
export interface Clock {
  /** Milliseconds since 1970. */
  epochMs(): number;
  /** The same moment as the API writes it. */
  now(): Instant;
}
