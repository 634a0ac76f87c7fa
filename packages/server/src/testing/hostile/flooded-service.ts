import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnService } from '../processes/spawned-service.js';
import { type Call, startTestService } from '../test-service.js';
import { minuteNow, withinOneMinute } from '../within-one-minute.js';
import { makeWorld, type Tokens } from '../worlds/world.js';
import { type FloodPlan, p95, type Served, serveBesideFlood } from './flood.js';

/** A service whose counter lets a flood delay everybody. */
export const QUEUEING = fileURLToPath(new URL('../processes/queueing-service.ts', import.meta.url));

/** What a shared machine does to a single call: timers that fire late, scheduling. */
const NOISE_MS = 5;

/** What a round takes on an idle machine. */
const ROUND_MS = 8_000;

/** Whether the flood affects how the other tenant is served. */
export const isSlower = ({ alone, beside }: Served): boolean => p95(beside) > p95(alone) * 1.2 + NOISE_MS;

/** Floods a service in a separate process; asks again, counting everything together, while the figures look slower. */
export const floodedService = async (plan: FloodPlan, entry?: string): Promise<Served> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-flood-'));
  const tokens = await fillStore(folder);
  // The quiet one stays below it in all rounds, and in one that does not count.
  const quota = 2 * plan.phases * plan.calls * (plan.rounds + 1) + 60;
  const service = await spawnService(
    { GOVGATE_DATA: folder, GOVGATE_RATE_READS_PER_MINUTE: String(quota) },
    ['serve'],
    entry,
  );
  const ask = (token: string) => () => service.call('/v1/identity/me', { token });
  const round = async (): Promise<Served> => {
    await withinOneMinute(ROUND_MS);
    const minute = minuteNow();
    await useUp(ask(tokens.admin), quota);
    const served = await serveBesideFlood(ask(tokens.foreign), ask(tokens.admin), plan);
    // One that ran into the next minute flooded with calls that are allowed again.
    return minuteNow() === minute ? served : await round();
  };
  try {
    const rounds: Served[] = [];
    do rounds.push(await round());
    while (rounds.length < plan.rounds && isSlower(together(rounds)));
    return together(rounds);
  } finally {
    await service.kill();
    rmSync(folder, { recursive: true, force: true });
  }
};

const fillStore = async (folder: string): Promise<Tokens> => {
  const filling = await startTestService({ on: 'sqlite', settings: { GOVGATE_DATA: folder } });
  const tokens = await makeWorld(filling.ports);
  await filling.stop();
  return tokens;
};

const useUp = async (ask: () => ReturnType<Call>, quota: number): Promise<void> => {
  for (let asked = 0; asked <= quota; asked += 50) await Promise.all(Array.from({ length: 50 }, ask));
};

const together = (rounds: readonly Served[]): Served => ({
  alone: rounds.flatMap(({ alone }) => alone),
  beside: rounds.flatMap(({ beside }) => beside),
  unserved: sum(rounds.map(({ unserved }) => unserved)),
  flooded: sum(rounds.map(({ flooded }) => flooded)),
  refused: sum(rounds.map(({ refused }) => refused)),
});

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
