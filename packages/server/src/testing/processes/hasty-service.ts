import { fileURLToPath } from 'node:url';
import { serve } from '../../commands/serve.js';

/** `govgate serve` that looks every half second or sooner whether a live server is due, and for signals. */
export const HASTY_SERVICE = fileURLToPath(import.meta.url);

// An entry for tests: no setting of the product reaches these times.
if (/hasty-service\.(ts|mjs)$/.test(process.argv[1] ?? ''))
  await serve({ everyMs: { check_mcp_drift: 500, poll_signals: 300 } });
