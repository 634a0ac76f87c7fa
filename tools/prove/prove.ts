/**
 * The proofs: `npm run prove [-- --long] [-- --soak MINUTES] [-- --only ID,ID]`. Runs the tests of every promise and writes
 * docs/proof.md; with `--only` it writes nothing, for a page is of one whole run.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { missingBanner, startSharedServices } from '../test-services/shared-services.js';
import { PROMISES, type Promised, SOAK } from './promises.js';
import { proofPage } from './proof-page.js';
import { type Proved, proveOne } from './prove-one.js';

const PAGE = 'docs/proof.md';

const argumentOf = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : (process.argv[at + 1] ?? '');
};

const long = process.argv.includes('--long');
const soakMinutes = process.argv.includes('--soak') ? Number(argumentOf('--soak') || 5) : 0;
const only = argumentOf('--only')?.split(',');

const commit = (): string => {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const dirty = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short=12', 'HEAD')}${dirty ? ' with changes that are not committed' : ''}`;
};

const machine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() || 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.version}, load ${loadavg()[2]?.toFixed(1)} over the last 15 minutes`;
};

const provedAll = async (
  promises: readonly Promised[],
  env: Readonly<Record<string, string>>,
): Promise<readonly Proved[]> => {
  const all: Proved[] = [];
  for (const promised of promises) {
    console.log(`\n${promised.id}: ${promised.promise}`);
    all.push(await proveOne(promised, env));
  }
  return all;
};

// Leaving through exit() lets the services' own exit hook end them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const startedAt = Date.now();
const before = commit();
const services = await startSharedServices();
const banner = missingBanner(services.missing);
if (banner !== '') console.error(banner);
const promises = [...PROMISES, ...(soakMinutes > 0 ? [SOAK] : [])];
const proved = await provedAll(
  only === undefined ? promises : promises.filter(({ id }) => only.includes(id)),
  {
    ...services.env,
    ...(long ? { GOVGATE_TEST_LONG: '1' } : {}),
    ...(soakMinutes > 0 ? { GOVGATE_TEST_SOAK_MINUTES: String(soakMinutes) } : {}),
  },
);
await services.stop();

const mongo = services.env.GOVGATE_TEST_MONGO_KIND;
const page = proofPage(
  {
    date: new Date(startedAt).toISOString(),
    commit: before,
    machine: machine(),
    form: `${long ? 'long' : 'short'}, ${Math.round((Date.now() - startedAt) / 1000)} s${mongo === undefined ? '' : `, MongoDB is ${mongo}`}`,
    missing: services.missing.map(({ service }) => service),
  },
  proved,
);
if (only === undefined) writeFileSync(PAGE, page);
console.log(only === undefined ? `\nWritten to ${PAGE}.` : `\n${page}`);
const broken = proved.filter(({ tests }) => tests.failed > 0).map(({ id }) => id);
if (broken.length > 0) console.log(`Broken: ${broken.join(', ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
