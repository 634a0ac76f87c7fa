import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { compose } from '../../compose.js';
import { startServer } from '../../serve/start-server.js';
import { readSettings } from '../../settings/read-settings.js';

/** What a watched service reports about itself since it was last asked; times in milliseconds. */
export interface LoopFigures {
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The longest turn by processor time, whatever else the machine does. */
  readonly maxCpuMs: number;
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
  const turns = watchTurns();
  process.on('SIGUSR2', () => {
    const { heapUsed, rss } = process.memoryUsage();
    const reported: LoopFigures = {
      p99Ms: delay.percentile(99) / 1e6,
      maxMs: delay.max / 1e6,
      maxCpuMs: turns.longestMs(),
      heapMb: heapUsed / 2 ** 20,
      rssMb: rss / 2 ** 20,
    };
    delay.reset();
    process.stdout.write(`${JSON.stringify(reported)}\n`);
  });
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  process.stderr.write(`govgate listens on ${server.url}\n`);
};

/** Milliseconds that the main thread of a process has run (Linux). */
export const mainThreadMs = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Watches how long the main thread runs between two timers that are due. */
const watchTurns = (): { readonly longestMs: () => number } => {
  let longestMs = 0;
  let before = mainThreadMs(process.pid);
  const look = (): void => {
    const now = mainThreadMs(process.pid);
    longestMs = Math.max(longestMs, now - before);
    before = now;
  };
  setInterval(look, SAMPLED_EVERY_MS).unref();
  return {
    longestMs: () => {
      const told = longestMs;
      longestMs = 0;
      return told;
    },
  };
};

if (/watched-service\.m?[jt]s$/.test(process.argv[1] ?? '')) await serveWatched();
