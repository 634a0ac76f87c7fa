import { randomFillSync } from 'node:crypto';
import { ID_PREFIXES } from '@govgate/domain';
import type { IdSource } from '@govgate/ports';

// Random bytes are drawn in bulk: one call per id would cost more than the rest of making it.
const pool = Buffer.alloc(8192);
let used = pool.length;

/** Creates ids in the form of the contract's decisions: `evt_` and a UUIDv7. */
export const uuidIdSource: IdSource = { mint: (kind) => `${ID_PREFIXES[kind]}_${uuidV7()}` };

const randomBytes = (count: number): Buffer => {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
};

/** A UUIDv7 (RFC 9562) without dashes: milliseconds first, then random bits. */
const uuidV7 = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  return time + random.toString('hex');
};
