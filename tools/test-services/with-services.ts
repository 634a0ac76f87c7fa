/** Starts the test services, runs a command with their variables set, and stops them: `npm run with-services -- npx mocha ...`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { missingBanner, startSharedServices } from './shared-services.js';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('usage: with-services COMMAND [ARGUMENT...]');
  process.exit(2);
}
const services = await startSharedServices();
const banner = missingBanner(services.missing);
if (banner !== '') console.error(banner);
for (const [name, value] of Object.entries(services.env)) console.error(`${name}=${value}`);
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...services.env } });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'exit');
await services.stop();
process.exitCode = typeof code === 'number' ? code : 1;
