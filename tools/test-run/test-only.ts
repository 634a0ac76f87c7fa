/** `npm run test:only -- PATTERN... [MOCHA'S OPTIONS]`: runs the test files that the patterns name, and no others. */
import { mochaCommand } from './mocha-command.js';
import { runCommand } from './run-command.js';
import { selectTests } from './selection.js';

// Leaving through exit() lets the exit hooks end what we started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { files, services, mochaArguments } = await selectTests(
  "npm run test:only -- 'packages/domain/src/audit/*.test.ts' [--grep TEXT]",
);
const { code } = await runCommand(process.execPath, mochaCommand([...mochaArguments, ...files]), {
  env: services.env,
  show: true,
});
await services.stop();
process.exitCode = code;
