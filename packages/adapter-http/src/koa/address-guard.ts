import type { IncomingMessage } from 'node:http';
import { minuteOf } from '@govgate/application';
import type { Clock } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { ClientAddress } from './client-address.js';

/**
 * Limits how many calls without a valid token come from an address before further ones are refused unexamined
 * (docs/spec/conventions.md#limits).
 */
export interface AddressGuard {
  /** Whether an address has used up its calls without a valid token for this minute. */
  readonly isSpent: (request: IncomingMessage) => boolean;
  /** Counts a call without a valid token. */
  readonly count: (request: IncomingMessage) => void;
  /** Milliseconds until the count resets. */
  readonly seconds: () => number;
}

/** Calls without a valid token allowed per address and minute; each process counts its own. */
const MOST_CALLS = 600;
/** Addresses tracked at a time. A caller with more addresses than this is not limited. */
const MOST_ADDRESSES = 20_000;

/** Makes the guard. */
export const makeAddressGuard = (clock: Clock, addressOf: ClientAddress): AddressGuard => {
  // Bounded by size because `max` would allocate every slot up front.
  const counts = new LRUCache<string, number>({ maxSize: MOST_ADDRESSES, sizeCalculation: () => 1 });
  let minute = 0;
  const present = (): LRUCache<string, number> => {
    const now = minuteOf(clock.epochMs());
    if (now !== minute && counts.size > 0) counts.clear();
    minute = now;
    return counts;
  };
  return {
    isSpent: (request) => counts.size > 0 && (present().get(addressOf(request)) ?? 0) >= MOST_CALLS,
    count: (request) => {
      const address = addressOf(request);
      present().set(address, (counts.get(address) ?? 0) + 1);
    },
    seconds: () => Math.ceil((minuteOf(clock.epochMs()) + 60_000 - clock.epochMs()) / 1000),
  };
};
