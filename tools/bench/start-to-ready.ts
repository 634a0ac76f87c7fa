import { setTimeout as delay } from 'node:timers/promises';
import { type ServerPlan, startMeasured } from './measured-server.js';
import { median, medianOf } from './median.js';
import { figure, textTable } from './print-table.js';

const IDLE_MS = 1_000;

interface StartSample {
  readonly readyMs: number;
  readonly cpuMs: number | undefined;
  readonly idleMb: number | undefined;
}

/** Starts servers in turns and gives, as lines, how long each takes to its first 200 and what it then holds. */
export const startToReady = async (plans: readonly ServerPlan[], rounds: number): Promise<string> => {
  const samples = plans.map((): StartSample[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, plan] of plans.entries()) samples[index]?.push(await startOnce(plan));
  }
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
