import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FaultVerdict, tally } from './verdict.js';

/** What a run of all the faults of one table came to. */
export interface TableFigure {
  readonly date: string;
  readonly commit: string;
  readonly caught: number;
  readonly of: number;
  readonly faults: readonly FaultVerdict[];
}

/** The tables' last runs: of the numbered bugs, and of the faults of each promise. A table that was never run whole is not there. */
export interface FaultFigure {
  readonly bugs?: TableFigure;
  readonly promises?: TableFigure;
}

const FILE = 'docs/proof/faults.json';

export const tableFigure = (
  about: Pick<TableFigure, 'date' | 'commit'>,
  faults: readonly FaultVerdict[],
): TableFigure => ({ ...about, ...tally(faults), faults });

/** The figure as it was written last. */
export const readFaultFigure = (file = FILE): FaultFigure =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FaultFigure) : {};

/** Keeps the runs of some tables; that of another stays, with its own day and commit. */
export const keepFaultFigure = (figure: FaultFigure, file = FILE): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readFaultFigure(file), ...figure }, null, 2)}\n`);
};
