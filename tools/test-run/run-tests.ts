/**
 * The test command: `npm test` runs the gates and every test with real services; `--fast` (`npm run check`) leaves out the
 * tests that need a service. The last line counts mocha's results, with one failure more for each gate that failed.
 */
import { missingBanner, type SharedServices, startSharedServices } from '../test-services/shared-services.js';
import { failedGates } from './gates.js';
import { runMocha } from './run-mocha.js';
import { closingLine, succeeded } from './totals.js';

const NO_SERVICES: SharedServices = { env: {}, missing: [], stop: async () => undefined };
const SERVICE_TESTS = ['packages/*/src/**/*.{contract,e2e}.test.ts', 'tools/**/*.test.ts'];

const fast = process.argv.includes('--fast');
const strict = process.env.CI === 'true';

// Leaving through exit() lets the services' own exit hook end them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const starting = fast ? Promise.resolve(NO_SERVICES) : startSharedServices();
const gates = await failedGates();
const services = await starting;
const banner = missingBanner(services.missing);
if (banner !== '') console.error(banner);
if (services.env.GOVGATE_TEST_MONGO_KIND === 'secantusdb') {
  console.log('MongoDB is SecantusDB here: tests of what only mongod does are not part of this run.');
}

const mochaArguments = [
  ...(fast ? SERVICE_TESTS.flatMap((pattern) => ['--ignore', pattern]) : []),
  ...(strict ? ['--forbid-only'] : []),
];
const result = await runMocha(mochaArguments, services.env);
await services.stop();

const missingFailures = strict ? services.missing.length : 0;
const totals = { ...result, failed: result.failed + gates.length + missingFailures };
if (gates.length > 0) console.log(`Failed gates: ${gates.join(', ')}`);
if (result.skippedSuites.length > 0) console.log(`Skipped suites:\n  ${result.skippedSuites.join('\n  ')}`);
for (const one of services.missing) console.log(`Missing: ${one.service} (${one.remedy})`);
console.log(closingLine(totals));
process.exitCode = succeeded(totals, strict) ? 0 : 1;
