import { dirname } from 'node:path';

/** As much of one of Stryker's results as the figure needs; the file name is relative to the repository. */
export interface JudgedMutant {
  readonly fileName: string;
  readonly status: string;
}

interface Counts {
  /** Percent. */
  readonly score: number;
  readonly killed: number;
  readonly timeout: number;
  readonly survived: number;
  readonly noCoverage: number;
}

/** What a run showed: the share of mutants that the tests noticed, in all and by folder. */
export interface MutationFigure extends Counts {
  /** Mutants in code that runs while loading only; they are not judged. */
  readonly ignored: number;
  readonly files: number;
  readonly folders: Readonly<Record<string, Counts>>;
}

/** Counts as Stryker does: a mutant that no test reaches has survived; one that does not run at all proves nothing. */
export const figureOf = (mutants: readonly JudgedMutant[]): MutationFigure => {
  const folders = [...new Set(mutants.map(folderOf))].sort();
  return {
    ...countsOf(mutants),
    ignored: count(mutants, 'Ignored'),
    files: new Set(mutants.map(({ fileName }) => fileName)).size,
    folders: Object.fromEntries(
      folders.map((folder) => [folder, countsOf(mutants.filter((mutant) => folderOf(mutant) === folder))]),
    ),
  };
};

/** The figure as lines for a terminal. */
export const figureLines = ({ folders, ...whole }: MutationFigure): string =>
  [...Object.entries(folders), ['all', whole] as const]
    .map(([name, { score, killed, timeout, survived, noCoverage }]) => {
      const noticed = killed + timeout;
      return `${score.toFixed(1).padStart(6)} %  ${noticed} of ${noticed + survived + noCoverage}  ${name}`;
    })
    .join('\n');

const folderOf = ({ fileName }: JudgedMutant): string => dirname(fileName);

const countsOf = (mutants: readonly JudgedMutant[]): Counts => {
  const killed = count(mutants, 'Killed');
  const timeout = count(mutants, 'Timeout');
  const survived = count(mutants, 'Survived');
  const noCoverage = count(mutants, 'NoCoverage');
  const judged = killed + timeout + survived + noCoverage;
  const score = judged === 0 ? 100 : Math.round(((killed + timeout) / judged) * 10_000) / 100;
  return { score, killed, timeout, survived, noCoverage };
};

const count = (mutants: readonly JudgedMutant[], status: string): number =>
  mutants.filter((mutant) => mutant.status === status).length;
