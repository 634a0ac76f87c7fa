import { setTimeout as delay } from 'node:timers/promises';
import type { Effort } from './contest.js';
import { atMost } from './goal.js';
import { govgateServer } from './govgate.js';
import { type ServerPlan, startMeasured } from './measured-server.js';
import { median, medianOf } from './median.js';
import type { PreparedStore } from './prepared-store.js';
import { figure, textTable } from './print-table.js';
import type { Section } from './write-benchmarks.js';
import { yardstickServer } from './yardsticks.js';

const IDLE_MS = 1_000;

interface StartSample {
  readonly readyMs: number;
  readonly cpuMs: number | undefined;
  readonly idleMb: number | undefined;
}

/** How long it takes from a start over the existing store to the first 200, beside bare Koa, and what is then held. */
export const startSection = async (store: PreparedStore, { rounds }: Effort): Promise<Section> => {
  const plans = [yardstickServer('koa-get', store.answers.read), govgateServer(await store.copy())];
  const samples = await startInTurns(plans, rounds);
  const [koaMs = Number.NaN, readyMs = Number.NaN] = samples.map((own) =>
    median(own.map(({ readyMs: ms }) => ms)),
  );
  const idleMb = medianOf((samples[1] ?? []).map((sample) => sample.idleMb)) ?? Number.NaN;
  return {
    title: 'Real tenant: start to ready, existing store',
    lines: startTable(plans, samples),
    goals: [
      atMost('start, in times of bare Koa', readyMs / koaMs, 4),
      atMost('start, ms', readyMs, 700),
      atMost('idle, MB', idleMb, 100),
    ],
  };
};

const startInTurns = async (
  plans: readonly ServerPlan[],
  rounds: number,
): Promise<readonly (readonly StartSample[])[]> => {
  const samples = plans.map((): StartSample[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, plan] of plans.entries()) samples[index]?.push(await startOnce(plan));
  }
  return samples;
};

const startTable = (plans: readonly ServerPlan[], samples: readonly (readonly StartSample[])[]): string => {
  const readyMs = samples.map((own) => median(own.map((sample) => sample.readyMs)));
  return textTable([
    ['', 'ready ms', `of ${plans[0]?.name ?? ''}`, 'CPU ms', 'idle RSS MB'],
    ...plans.map((plan, index) => [
      plan.name,
      figure(readyMs[index]),
      ((readyMs[index] ?? Number.NaN) / (readyMs[0] ?? Number.NaN)).toFixed(1),
      figure(medianOf((samples[index] ?? []).map((sample) => sample.cpuMs))),
      figure(medianOf((samples[index] ?? []).map((sample) => sample.idleMb))),
    ]),
  ]);
};

const startOnce = async (plan: ServerPlan): Promise<StartSample> => {
  const server = await startMeasured(plan);
  const cpuMs = server.cpuMs();
  await delay(IDLE_MS);
  const idleMb = server.residentMb();
  // A store that the plan names stays for the next round.
  await (plan.folder === undefined ? server.dispose() : server.stop());
  return { readyMs: server.readyMs, cpuMs, idleMb };
};
