/**
 * Redis, MongoDB and a browser for the tests: `mocha --require tools/mocha/services.ts`. Suites read where they are from variables
 * (test-services/require-service.ts), so everything is ready before mocha loads a file. With `--parallel` each worker has servers of
 * its own: what one does to them does not concern the others.
 */
import { bundleForRun } from '../build/bundled-entry.js';
import {
  missingBanner,
  type SharedServices,
  startServicesForLanes,
} from '../test-services/shared-services.js';
import { keepFilesInMemory } from './files-in-memory.js';

/** The variables of each worker's services, as a JSON list. */
const SETS = 'GOVGATE_TEST_SERVICES';

const worker = process.env.MOCHA_WORKER_ID;
const services: SharedServices[] = [];

const start = async (): Promise<void> => {
  keepFilesInMemory();
  const jobs = process.argv.indexOf('--jobs');
  const bundling = bundleForRun();
  services.push(...(await startServicesForLanes(jobs === -1 ? 1 : Number(process.argv[jobs + 1]))));
  const missing = [
    ...new Map(services.flatMap((one) => one.missing).map((one) => [one.service, one])).values(),
  ];
  if (missing.length > 0) {
    console.error(missingBanner(missing));
    if (process.env.CI === 'true') process.exit(1);
  }
  process.env[SETS] = JSON.stringify(services.map(({ env }) => env));
  Object.assign(process.env, services[0]?.env, await bundling);
};

if (worker === undefined) {
  // Leaving through exit() lets the exit hooks end what was started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  await start();
} else {
  const sets: Record<string, string>[] = JSON.parse(process.env[SETS] ?? '[]');
  Object.assign(process.env, sets[Number(worker) % sets.length]);
}

/** Stops what was started, after the last test. */
export const mochaGlobalTeardown = async (): Promise<void> => {
  await Promise.all(services.map((one) => one.stop()));
};
