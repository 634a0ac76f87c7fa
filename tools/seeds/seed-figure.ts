import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type SeedVerdict, tally } from './verdict.js';

/** What a run of all the seeds of one table came to. */
export interface TableFigure {
  readonly date: string;
  readonly commit: string;
  readonly caught: number;
  readonly of: number;
  readonly seeds: readonly SeedVerdict[];
}

/** The tables' last runs: of the numbered bugs, and of the faults of each promise. A table that was never run whole is not there. */
export interface SeedFigure {
  readonly bugs?: TableFigure;
  readonly promises?: TableFigure;
}

const FILE = 'docs/proof/seeds.json';

export const tableFigure = (
  about: Pick<TableFigure, 'date' | 'commit'>,
  seeds: readonly SeedVerdict[],
): TableFigure => ({ ...about, ...tally(seeds), seeds });

/** The figure as it was written last. */
export const readSeedFigure = (file = FILE): SeedFigure =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SeedFigure) : {};

/** Keeps the runs of some tables; that of another stays, with its own day and commit. */
export const keepSeedFigure = (figure: SeedFigure, file = FILE): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readSeedFigure(file), ...figure }, null, 2)}\n`);
};
