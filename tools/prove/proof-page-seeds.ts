import { existsSync, readFileSync } from 'node:fs';
import { isCaught, type SeedVerdict } from '../seeds/verdict.js';

/** What the last run of all seeded bugs came to, as `npm run seeds` wrote it. */
export interface SeedFigure {
  readonly date: string;
  readonly commit: string;
  readonly caught: number;
  readonly of: number;
  readonly seeds: readonly SeedVerdict[];
}

/** The figure as it was written last; undefined where it never was. */
export const readSeedFigure = (file = 'docs/proof/seeds.json'): SeedFigure | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SeedFigure) : undefined;

/** The row on the page of proofs, none where the seeds were never run. */
export const seedRows = (figure: SeedFigure | undefined = readSeedFigure()): readonly string[] =>
  figure === undefined ? [] : [row(figure)];

// The seeds are run apart, so the row tells when and on what.
const row = ({ date, commit, caught, of, seeds }: SeedFigure): string => {
  const missed = seeds.filter((seed) => !isCaught(seed)).map(({ id, bug }) => `${id} ${bug}`);
  const verdict = missed.length === 0 ? 'kept' : '**broken**';
  const apart = `run apart by \`npm run seeds\`, ${date.slice(0, 10)}, commit ${commit}`;
  const forms = `bugs planted that no test noticed: ${of - caught} of ${of}, in ${seeds.length} forms`;
  const figure = [`${forms} (${apart})`, ...missed.map((text) => `not noticed: ${text}`)].join('<br>');
  return `| MU | The tests notice a broken promise | ${verdict} | ${caught} of ${of} caught | ${figure} |`;
};
