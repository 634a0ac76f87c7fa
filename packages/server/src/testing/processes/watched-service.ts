import { monitorEventLoopDelay } from 'node:perf_hooks';
import { compose } from '../../compose.js';
import { startServer } from '../../serve/start-server.js';
import { readSettings } from '../../settings/read-settings.js';

/** What a watched service reports about itself since it was last asked; times in milliseconds. */
export interface LoopFigures {
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly heapMb: number;
  readonly rssMb: number;
}

const SAMPLED_EVERY_MS = 2;

// A service in a separate process that reports, at each SIGUSR2, how long its event loop was blocked. An entry for tests.
const serveWatched = async (): Promise<void> => {
  const read = readSettings(process.env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const server = await startServer(await compose(read.settings, { makes: true }));
  const delay = monitorEventLoopDelay({ resolution: SAMPLED_EVERY_MS });
  delay.enable();
  process.on('SIGUSR2', () => {
    const { heapUsed, rss } = process.memoryUsage();
    const told: LoopFigures = {
      p99Ms: delay.percentile(99) / 1e6,
      maxMs: delay.max / 1e6,
      heapMb: heapUsed / 2 ** 20,
      rssMb: rss / 2 ** 20,
    };
    delay.reset();
    process.stdout.write(`${JSON.stringify(told)}\n`);
  });
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  process.stderr.write(`govgate listens on ${server.url}\n`);
};

if (/watched-service\.m?[jt]s$/.test(process.argv[1] ?? '')) await serveWatched();
