/**
 * The test command: `npm test` runs the gates and every test with real services; `--fast` (`npm run check`) leaves out the
 * tests that need a service; `--lanes N` changes how many lanes run in parallel; `--remember` keeps how long files took.
 * A failed file is tried once more, alone, at the end (repeat-failed.ts). The last line counts mocha's results, with one failure more
 * for each gate that failed; reports/test-run.json has the same for programs.
 */
import { bundleForRun } from '../build/bundled-entry.js';
import { bundleTests } from '../build/bundled-tests.js';
import {
  ALL_SERVICES,
  missingBanner,
  NO_SERVICES,
  startServicesForLanes,
  startSharedServices,
} from '../test-services/shared-services.js';
import { keepFilesInMemory } from './files-in-memory.js';
import { failedGates } from './gates.js';
import { repeatFailed, unsteadyText } from './repeat-failed.js';
import { laneCount, runAlone, runLanes } from './run-lanes.js';
import { rememberSeconds } from './seconds.js';
import { slowest } from './slowest.js';
import { filesOf, SERVICE_TESTS, TESTS } from './test-files.js';
import { closingLine, succeeded, summed } from './totals.js';
import { writeRunReport } from './write-run-report.js';

const fast = process.argv.includes('--fast');
const strict = process.env.CI === 'true';
const asked = process.argv.indexOf('--lanes');
const lanes = asked === -1 ? laneCount() : Number(process.argv[asked + 1]);

// Leaving through exit() lets the exit hooks end what we started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

// The compiler and the bundler, which are written in Go, live for seconds: collecting garbage a quarter as often saves a fifth of their time.
process.env.GOGC ??= '400';
keepFilesInMemory();
const wanted = fast ? [] : ALL_SERVICES;
const starting = startServicesForLanes(lanes, wanted);
const files = filesOf(TESTS, fast ? SERVICE_TESTS : []);
const bundle = bundleTests(files);
// What cannot be bundled fails in each test that starts it.
const bundling = bundleForRun().catch(() => ({}));
const held = failedGates();
const services = await starting;
Object.assign(process.env, await bundling);
const { env } = services[0] ?? NO_SERVICES;
// What one lane misses is missing, whatever the others have.
const missing = [
  ...new Map(services.flatMap((one) => one.missing).map((one) => [one.service, one])).values(),
];
const banner = missingBanner(missing);
if (banner !== '') console.error(banner);
if (env.GOVGATE_TEST_MONGO_KIND === 'secantusdb') {
  console.log('MongoDB is SecantusDB here: tests of what only mongod does are not part of this run.');
}

const results = await runLanes({
  files,
  bundle: await bundle,
  services,
  forbidOnly: strict,
  beside: held,
});
await Promise.all(services.map((one) => one.stop()));

const gates = await held;
const startServices = () => startSharedServices(wanted);
const { result, unsteady } = await repeatFailed(summed(results), async (file) =>
  runAlone(file, { startServices, bundle: await bundle, forbidOnly: strict }),
);
const missingFailures = strict ? missing.length : 0;
const totals = { ...result, failed: result.failed + gates.length + missingFailures };
if (process.argv.includes('--remember')) rememberSeconds(result.files);
console.log(slowest(result));
if (gates.length > 0) console.log(`Failed gates: ${gates.join(', ')}`);
if (result.skippedSuites.length > 0) console.log(`Skipped suites:\n  ${result.skippedSuites.join('\n  ')}`);
for (const one of missing) console.log(`Missing: ${one.service} (${one.remedy})`);
console.log(`The run took ${(process.uptime() / 60).toFixed(1)} minutes.`);
if (unsteady.length > 0) console.log(unsteadyText(unsteady));
writeRunReport({ ...totals, unsteady, failedGates: gates });
console.log(closingLine(totals));
process.exitCode = succeeded(totals, strict) ? 0 : 1;
