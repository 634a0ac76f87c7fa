import type { Sha256Hex } from '../../canonical-json.js';
import { runToEnd } from '../../run-to-end.js';
import { type PinnedReading, pinningReading } from '../pin-reading.js';
import type { LiveReading } from '../tool-definition.js';

/** Pins a reading in one go. */
export const pinReading = (
  reading: LiveReading,
  hash: Sha256Hex,
  keep: 'hashes' | 'texts' = 'texts',
): PinnedReading => runToEnd(pinningReading(reading, hash, keep));
