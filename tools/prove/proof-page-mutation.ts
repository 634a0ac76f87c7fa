import { existsSync, readFileSync } from 'node:fs';
import type { MutationFigure } from '../stryker/figure.js';

/** What the last whole run of Stryker came to, as `npm run stryker` wrote it. */
export interface DatedMutationFigure extends MutationFigure {
  readonly date: string;
  readonly commit: string;
}

/** The score that is held to (percent). */
const LEAST = 85;

/** The figure as it was written last; undefined where it never was. */
export const readMutationFigure = (file = 'docs/proof/mutation.json'): DatedMutationFigure | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DatedMutationFigure) : undefined;

/** The row on the page of proofs, none where Stryker was never run whole. */
export const mutationRows = (
  figure: DatedMutationFigure | undefined = readMutationFigure(),
): readonly string[] => (figure === undefined ? [] : [row(figure)]);

const row = ({ date, commit, score, files, ignored, folders, ...counts }: DatedMutationFigure): string => {
  const { killed, timeout, survived, noCoverage } = counts;
  const judged = killed + timeout + survived + noCoverage;
  const weakest = Object.entries(folders)
    .sort(([, a], [, b]) => a.score - b.score)
    .slice(0, 3)
    .map(([folder, { score: own }]) => `${folder} ${own.toFixed(1)} %`);
  const figure = [
    `mutants that no test noticed: ${(judged - killed - timeout).toLocaleString('en')} of ${judged.toLocaleString('en')} in ${files} files (run apart by \`npm run stryker\`, ${date.slice(0, 10)}, commit ${commit})`,
    `${timeout.toLocaleString('en')} of the noticed ran out of time; ${ignored.toLocaleString('en')} in code that runs while loading were not judged`,
    `weakest: ${weakest.join(', ')}`,
  ].join('<br>');
  const verdict = score >= LEAST ? 'kept' : '**broken**';
  return `| MU | The tests of the domain and the guards notice a changed line (${LEAST} % at least) | ${verdict} | ${score.toFixed(1)} % noticed | ${figure} |`;
};
