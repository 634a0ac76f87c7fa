/**
 * Planted bugs: `npm run faults`, or some of them, `npm run faults -- 2b 6 D3`. Breaks one promise after the other in a copy of the
 * checkout and shows which test notices. A run of all of them writes docs/proof/faults.json; so do `npm run faults -- bugs` (those with a
 * number) and `npm run faults -- promises` (the others), each its own part. `npm run faults -- --list` names them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { missingBanner, startSharedServices } from '../test-services/shared-services.js';
import { BUGS, type Fault } from './bugs.js';
import { type FaultFigure, keepFaultFigure, tableFigure } from './fault-figure.js';
import { type JudgeFault, makeJudgeFault } from './judge-fault.js';
import { patchedFiles } from './patch.js';
import { makePlantedTree, removePlantedTree } from './planted-tree.js';
import { PROMISE_FAULTS } from './promise-faults.js';
import { chosen, type FaultVerdict, isCaught, tally } from './verdict.js';

const TABLES = {
  bugs: { faults: BUGS, reported: 'caught' },
  promises: { faults: PROMISE_FAULTS, reported: 'promises notice their planted fault' },
} as const satisfies Record<keyof FaultFigure, { faults: readonly Fault[]; reported: string }>;
type Table = keyof typeof TABLES;
const NAMES: readonly Table[] = ['bugs', 'promises'];

const commit = (): string => {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const dirty = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short=12', 'HEAD')}${dirty ? ' with changes that are not committed' : ''}`;
};

const judgeAll = async (faults: readonly Fault[], judge: JudgeFault): Promise<readonly FaultVerdict[]> => {
  const verdicts: FaultVerdict[] = [];
  for (const fault of faults) {
    const startedAt = Date.now();
    const verdict = await judge(fault);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${isCaught(verdict) ? 'caught' : 'NOT CAUGHT'}  ${fault.id} ${fault.bug} (${seconds} s)`);
    for (const one of verdict.specs)
      console.log(`  ${one.spec}\n    ${'test' in one ? one.test : `NOT CAUGHT: ${one.missed}`}`);
    verdicts.push(verdict);
  }
  return verdicts;
};

const judgeInCopy = async (faults: readonly Fault[]): Promise<readonly FaultVerdict[]> => {
  const tree = makePlantedTree();
  process.once('exit', () => removePlantedTree(tree));
  const services = faults.some((fault) => fault.needsServices) ? await startSharedServices() : undefined;
  const banner = missingBanner(services?.missing ?? []);
  if (banner !== '') console.error(banner);
  try {
    return await judgeAll(faults, makeJudgeFault(tree, services?.env ?? {}));
  } finally {
    await services?.stop();
  }
};

// Leaving through exit() lets the exit hooks end the services and remove the copy.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const words = process.argv.slice(2);
if (words.some((word) => word === '--help' || word === '--list')) {
  for (const name of NAMES)
    console.log([`${name}:`, ...TABLES[name].faults.map(({ id, bug }) => `  ${id} ${bug}`)].join('\n'));
  process.exit(0);
}
const whole = words.length === 0 ? NAMES : NAMES.filter((name) => words.length === 1 && words[0] === name);
const faults =
  whole.length > 0
    ? whole.flatMap((name) => TABLES[name].faults)
    : chosen(
        NAMES.flatMap((name) => TABLES[name].faults),
        words,
      );
// A patch that does not fit is reported before the first of many minutes.
for (const { patches } of faults) patchedFiles(patches, (file) => readFileSync(file, 'utf8'));

const about = { date: new Date().toISOString(), commit: commit() };
const verdicts = await judgeInCopy(faults);
const verdictsOf = (name: Table): readonly FaultVerdict[] =>
  verdicts.filter(({ id }) => TABLES[name].faults.some((fault) => fault.id === id));
for (const name of whole) keepFaultFigure({ [name]: tableFigure(about, verdictsOf(name)) });
for (const name of NAMES) {
  const { caught, of } = tally(verdictsOf(name));
  if (of > 0) console.log(`${caught} of ${of} ${TABLES[name].reported}`);
}
process.exitCode = verdicts.every(isCaught) ? 0 : 1;
