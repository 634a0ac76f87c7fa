import type { Proved } from './prove-one.js';

/** Where and how the proofs were run. */
export interface Occasion {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly form: string;
  readonly missing: readonly string[];
}

const NOT_SHOWN = [
  'What one box cannot show, and is not claimed here: a network that parts the processes from each other, clocks that disagree, a disk that loses what it said it kept, and the loss of power. A SIGKILL ends a process; it does not lose what the system has taken over from it.',
  'MongoDB is run as a set of one member: an election among three members is not part of these runs. Where the run says SecantusDB, no mongod was at hand, and what only mongod does was not run.',
  'Promises that have no line in the table have no test that tells a figure yet, and none is printed.',
];

/** The page of proofs, out of what a run measured. */
export const proofPage = (occasion: Occasion, proved: readonly Proved[]): string =>
  [
    '# What was proved, and how',
    '',
    'Written by `npm run prove`; `npm run prove -- --long` runs more trials, `npm run prove -- --soak 5` runs the service under load with kills. Every figure was measured in the run named here. The checks behind A1, A2, A4, I1, R1, X1, L1 and F1 also run against planted faults (a store that skips the trail, a caller remembered for two seconds, an envelope that echoes ...) and must find them.',
    '',
    `- Date: ${occasion.date}`,
    `- Commit: ${occasion.commit}`,
    `- Machine: ${occasion.machine}`,
    `- Form: ${occasion.form}`,
    ...(occasion.missing.length === 0 ? [] : [`- Not there, so not run: ${occasion.missing.join(', ')}`]),
    '',
    '| id | promise | result | tests | trials and what broke |',
    '|---|---|---|---|---|',
    ...proved.map(row),
    '',
    '## What this does not show',
    '',
    ...NOT_SHOWN.flatMap((text) => [text, '']),
  ].join('\n');

const row = ({ id, promise, tests, figures }: Proved): string =>
  `| ${[id, promise, verdictOf(tests), countsOf(tests), figures.map(figureText).join('<br>')].join(' | ')} |`;

const verdictOf = ({ passed, failed, skipped }: Proved['tests']): string => {
  if (failed > 0) return '**broken**';
  if (passed === 0) return 'not run';
  return skipped > 0 ? 'kept, in part not run' : 'kept';
};

const countsOf = ({ passed, failed, skipped }: Proved['tests']): string =>
  [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} not run`] : []),
  ].join(', ');

const figureText = ({ what, trials, broken, measured }: Proved['figures'][number]): string =>
  `${what}: ${broken} of ${trials.toLocaleString('en')}${measured === undefined ? '' : ` (${measured})`}`;
