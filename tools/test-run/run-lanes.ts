import { availableParallelism } from 'node:os';
import type { SharedServices } from '../test-services/shared-services.js';
import { type Lane, planLanes } from './lanes.js';
import { runMocha } from './run-mocha.js';
import { rememberedSeconds } from './seconds.js';
import type { MochaResult } from './totals.js';

/** Some tests wait for real times, so that a lane leaves a core idle now and then. */
const FEWEST = 2;
const MOST = 4;

/** How many lanes this machine bears. */
export const laneCount = (): number => Math.min(MOST, Math.max(FEWEST, availableParallelism()));

/** What the lanes of a run take. */
export interface LaneRun {
  readonly files: readonly string[];
  /** For each lane its own. */
  readonly services: readonly SharedServices[];
  readonly mochaArguments: readonly string[];
  /** What has to be over before tests measure times. */
  readonly beside: Promise<unknown>;
}

/** Runs files in lanes beside each other, and then alone what measures; gives what each lane came to. */
export const runLanes = async ({
  files,
  services,
  mochaArguments,
  beside: others,
}: LaneRun): Promise<readonly MochaResult[]> => {
  const { beside, alone } = planLanes(files, rememberedSeconds(), services.length);
  const run = (lane: Lane, index: number): Promise<MochaResult> =>
    runLane(lane, services[index]?.env ?? {}, mochaArguments);
  const [results] = await Promise.all([Promise.all(beside.map(run)), others]);
  const last: MochaResult[] = [];
  for (const lane of alone) last.push(await run(lane, 0));
  return [...results, ...last];
};

const runLane = async (
  { name, files }: Lane,
  env: Readonly<Record<string, string>>,
  mochaArguments: readonly string[],
): Promise<MochaResult> => {
  const startedAt = performance.now();
  const result = await runMocha([...mochaArguments, ...files], env);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6);
  console.log(
    `  ${seconds} s  ${name}: ${files.length} files, ${result.passed} passed, ${result.failed} failed`,
  );
  if (result.reports.length > 0) console.log(`Failures of ${name}:\n${result.reports.join('\n')}`);
  return result;
};
