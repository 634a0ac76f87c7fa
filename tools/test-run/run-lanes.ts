import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedServices } from '../test-services/shared-services.js';
import { type Beside, type FileOrder, orderFiles } from './file-order.js';
import { optimizingLate } from './optimize-late.js';
import { runLane } from './run-lane.js';
import { rememberedSeconds } from './seconds.js';
import { type MochaResult, summed } from './totals.js';

const MOST = 4;

/** How many lanes this machine bears: tests that wait for real times leave a core idle, so there are two more than cores. */
export const laneCount = (): number => Math.min(MOST, availableParallelism() + 2);

/** What the lanes of a run take. */
export interface LaneRun {
  readonly files: readonly string[];
  /** The folder that they are bundled in. */
  readonly bundle: string;
  /** For each lane its own. */
  readonly services: readonly SharedServices[];
  readonly forbidOnly: boolean;
  /** What the last lane waits for, as it takes a core too. */
  readonly beside: Promise<unknown>;
}

/** Runs files in parallel lanes, and then what measures on its own; returns the result of each lane. */
export const runLanes = async (run: LaneRun): Promise<readonly MochaResult[]> => {
  const order = orderFiles(run.files, rememberedSeconds());
  const services = run.services.map((one) => ({ ...one, env: { ...one.env, ...optimizingLate() } }));
  const results = await inLanes({ ...run, services }, order);
  const alone = { beside: { long: [], short: order.alone }, building: [] };
  return [...results, ...(await inLanes({ ...run, services: run.services.slice(0, 1) }, alone))];
};

/** What a file takes that runs by itself. */
export interface Alone extends Pick<LaneRun, 'bundle' | 'forbidOnly'> {
  readonly startServices: () => Promise<SharedServices>;
}

/** Runs one file by itself in a new process, with services that nobody used before. */
export const runAlone = async (file: string, { startServices, ...how }: Alone): Promise<MochaResult> => {
  const services = await startServices();
  const run = { ...how, files: [file], services: [services], beside: Promise.resolve() };
  const results = await inLanes(run, { beside: { long: [], short: [file] }, building: [] });
  await services.stop();
  return summed(results);
};

const inLanes = async (
  { services, bundle, forbidOnly, beside: others }: LaneRun,
  { beside, building }: Pick<FileOrder, 'beside' | 'building'>,
): Promise<readonly MochaResult[]> => {
  const taken = await mkdtemp(join(tmpdir(), 'govgate-lanes-'));
  const run = async ({ env }: SharedServices, index: number): Promise<readonly MochaResult[]> => {
    const lane = `lane ${index + 1} of ${services.length}`;
    const take = (files: readonly string[], place: string): Promise<MochaResult> =>
      told(lane, runLane({ files, taken: place, bundle, forbidOnly }, env));
    const isLast = index === services.length - 1;
    const files = inTurn(beside, index === 0 || isLast);
    if (!isLast) return [await take(files, taken)];
    await others;
    const built = building.length === 0 ? [] : [await take(building, taken)];
    return [...built, await take(files, taken)];
  };
  const results = await Promise.all(services.map(run));
  await rm(taken, { recursive: true, force: true });
  return results.flat();
};

/** The first lane and the last begin with what computes most, those between with what waits most. */
const inTurn = ({ long, short }: Beside, computesFirst: boolean): readonly string[] =>
  computesFirst ? [...long, ...short] : [...long.toReversed(), ...short];

/** Says what a lane came to. */
const told = async (name: string, running: Promise<MochaResult>): Promise<MochaResult> => {
  const startedAt = performance.now();
  const result = await running;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6);
  console.log(
    `  ${seconds} s  ${name}: ${result.files.length} files, ${result.passed} passed, ${result.failed} failed`,
  );
  if (result.reports.length > 0) console.log(`Failures of ${name}:\n${result.reports.join('\n')}`);
  return result;
};
