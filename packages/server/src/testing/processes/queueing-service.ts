import { setTimeout as delay } from 'node:timers/promises';
import type { RateCounter } from '@govgate/ports';
import { compose } from '../../compose.js';
import { startServer } from '../../serve/start-server.js';
import { readSettings } from '../../settings/read-settings.js';

/** How long each call holds the counter: longer than it takes until the next call of a flood comes, so that the queue grows. */
const HELD_MS = 8;

/** A counter that takes one call at a time, whoever asks: exactly what a flood must not hit. */
const queueingCounter = (): RateCounter => {
  const counts = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    hit: (key, windowStartMs) => {
      const turn = last.then(async () => {
        await delay(HELD_MS);
        const place = `${key}:${windowStartMs}`;
        counts.set(place, (counts.get(place) ?? 0) + 1);
        return counts.get(place) ?? 0;
      });
      last = turn;
      return turn;
    },
  };
};

// A service with a planted fault, in a separate process. An entry for tests: no setting of the product reaches the counter.
const serveQueueing = async (): Promise<void> => {
  const read = readSettings(process.env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const server = await startServer(
    await compose(read.settings, { makes: true, rateCounter: queueingCounter() }),
  );
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  process.stderr.write(`govgate listens on ${server.url}\n`);
};

if (/queueing-service\.(ts|mjs)$/.test(process.argv[1] ?? '')) await serveQueueing();
