import { type FaultFigure, readFaultFigure, type TableFigure } from '../faults/fault-figure.js';
import { isCaught } from '../faults/verdict.js';

/** The row on the page of proofs, none where the faults were never run. */
export const faultRows = ({ bugs, promises }: FaultFigure = readFaultFigure()): readonly string[] => {
  const tables = [
    ...(bugs === undefined ? [] : [cells(bugs, 'caught', 'bugs planted that no test noticed')]),
    ...(promises === undefined ? [] : [cells(promises, 'promises notice their planted fault', UNNOTICED)]),
  ];
  if (tables.length === 0) return [];
  const column = (name: keyof Cells): string => tables.map((table) => table[name]).join('<br>');
  const verdict = tables.every(({ kept }) => kept) ? 'kept' : '**broken**';
  return [
    `| MU | The tests notice a broken promise | ${verdict} | ${column('count')} | ${column('figure')} |`,
  ];
};

const UNNOTICED = 'promises whose tests did not notice a fault planted for them';

interface Cells {
  readonly kept: boolean;
  readonly count: string;
  readonly figure: string;
}

// The faults are run separately, so the row says when and on what.
const cells = ({ date, commit, caught, of, faults }: TableFigure, told: string, missing: string): Cells => {
  const missed = faults.filter((fault) => !isCaught(fault)).map(({ id, bug }) => `not noticed: ${id} ${bug}`);
  const apart = `run apart by \`npm run faults\`, ${date.slice(0, 10)}, commit ${commit}`;
  const forms = `${missing}: ${of - caught} of ${of}, in ${faults.length} forms (${apart})`;
  return {
    kept: missed.length === 0,
    count: `${caught} of ${of} ${told}`,
    figure: [forms, ...missed].join('<br>'),
  };
};
