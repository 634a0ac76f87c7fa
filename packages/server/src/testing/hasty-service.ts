import { fileURLToPath } from 'node:url';
import { SCHEDULE } from '@govgate/worker/in-process';
import { serve } from '../commands/serve.js';

/** `govgate serve` that looks every half second whether a live server is due, rather than every half minute. */
export const HASTY_SERVICE = fileURLToPath(import.meta.url);

// An entry for tests: no setting of the product reaches these times.
if (/hasty-service\.(ts|mjs)$/.test(process.argv[1] ?? ''))
  await serve({
    schedule: SCHEDULE.map((entry) => (entry.job === 'check_mcp_drift' ? { ...entry, everyMs: 500 } : entry)),
  });
