/**
 * Seeded bugs: `npm run seeds`, or some of them, `npm run seeds -- 2b 6 D3`. Breaks one promise after the other in a copy of the
 * checkout and shows which test notices. A run of all of them writes docs/proof/seeds.json; so do `npm run seeds -- bugs` (those with a
 * number) and `npm run seeds -- promises` (the others), each its own part.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { missingBanner, startSharedServices } from '../test-services/shared-services.js';
import { type JudgeSeed, makeJudgeSeed } from './judge-seed.js';
import { patchedFiles } from './patch.js';
import { PROMISE_SEEDS } from './promise-seeds.js';
import { keepSeedFigure, type SeedFigure, tableFigure } from './seed-figure.js';
import { makeSeedTree, removeSeedTree } from './seed-tree.js';
import { SEEDS, type Seed } from './seeds.js';
import { chosen, isCaught, type SeedVerdict, tally } from './verdict.js';

const TABLES = {
  bugs: { seeds: SEEDS, told: 'caught' },
  promises: { seeds: PROMISE_SEEDS, told: 'promises notice their planted fault' },
} as const satisfies Record<keyof SeedFigure, { seeds: readonly Seed[]; told: string }>;
type Table = keyof typeof TABLES;
const NAMES: readonly Table[] = ['bugs', 'promises'];

const commit = (): string => {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const dirty = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short=12', 'HEAD')}${dirty ? ' with changes that are not committed' : ''}`;
};

const judgeAll = async (seeds: readonly Seed[], judge: JudgeSeed): Promise<readonly SeedVerdict[]> => {
  const verdicts: SeedVerdict[] = [];
  for (const seed of seeds) {
    const startedAt = Date.now();
    const verdict = await judge(seed);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${isCaught(verdict) ? 'caught' : 'NOT CAUGHT'}  ${seed.id} ${seed.bug} (${seconds} s)`);
    for (const one of verdict.specs)
      console.log(`  ${one.spec}\n    ${'test' in one ? one.test : `NOT CAUGHT: ${one.missed}`}`);
    verdicts.push(verdict);
  }
  return verdicts;
};

const judgeInCopy = async (seeds: readonly Seed[]): Promise<readonly SeedVerdict[]> => {
  const tree = makeSeedTree();
  process.once('exit', () => removeSeedTree(tree));
  const services = seeds.some((seed) => seed.needsServices) ? await startSharedServices() : undefined;
  const banner = missingBanner(services?.missing ?? []);
  if (banner !== '') console.error(banner);
  try {
    return await judgeAll(seeds, makeJudgeSeed(tree, services?.env ?? {}));
  } finally {
    await services?.stop();
  }
};

// Leaving through exit() lets the exit hooks end the services and remove the copy.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const words = process.argv.slice(2);
const whole = words.length === 0 ? NAMES : NAMES.filter((name) => words.length === 1 && words[0] === name);
const seeds =
  whole.length > 0
    ? whole.flatMap((name) => TABLES[name].seeds)
    : chosen(
        NAMES.flatMap((name) => TABLES[name].seeds),
        words,
      );
// A patch that does not fit is reported before the first of many minutes.
for (const { patches } of seeds) patchedFiles(patches, (file) => readFileSync(file, 'utf8'));

const about = { date: new Date().toISOString(), commit: commit() };
const verdicts = await judgeInCopy(seeds);
const verdictsOf = (name: Table): readonly SeedVerdict[] =>
  verdicts.filter(({ id }) => TABLES[name].seeds.some((seed) => seed.id === id));
for (const name of whole) keepSeedFigure({ [name]: tableFigure(about, verdictsOf(name)) });
for (const name of NAMES) {
  const { caught, of } = tally(verdictsOf(name));
  if (of > 0) console.log(`${caught} of ${of} ${TABLES[name].told}`);
}
process.exitCode = verdicts.every(isCaught) ? 0 : 1;
