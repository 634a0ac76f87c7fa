import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { MeasuredServer, ServerPlan } from './measured-server.js';

const PROBE = new URL('./yardsticks/turns-probe.mjs', import.meta.url).href;
const LIMIT_MS = 10_000;

/** The longest turn of an event loop: by the clock, and by the processor time of its process, which other processes cannot lengthen. */
export interface Turns {
  readonly clockMs: number;
  readonly cpuMs: number;
}

/** A server that watches its own event loop, and tells of it in a file. */
export const withTurnsIn = (file: string, plan: ServerPlan): ServerPlan => ({
  ...plan,
  env: (place) => ({ ...plan.env(place), NODE_OPTIONS: `--import=${PROBE}`, BENCH_TURNS: file }),
});

/** The longest turn since this was last asked. */
export const turnsIn = async (file: string, { pid }: MeasuredServer): Promise<Turns> => {
  const asked = performance.now();
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) {
    if (performance.now() - asked > LIMIT_MS) throw new Error('the measured process tells no turns');
    await delay(1);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Turns;
};
