import { HOLD_OWN_FAULTS } from './promises.js';
import { faultRows } from './proof-page-faults.js';
import { mutationRows } from './proof-page-mutation.js';
import type { Proved } from './prove-one.js';

/** Where and how the proofs were run. */
export interface Occasion {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly form: string;
  readonly missing: readonly string[];
}

const LEFT_OUT = [
  'A1, A2: a heartbeat is kept without an event by design, so `reportHeartbeat` is not among the operations.',
  'A1: where no majority of MongoDB confirms, nothing is undone: there the answer is 503, and state and trail agree.',
  'A2: the short form kills in 14 operations on SQLite and in 6 on MongoDB, the long form in all. Only a delivery test hands a job over, so the two points around that are its alone.',
  'A4: the planted cache is tried on role bindings, sessions over MongoDB and tokens.',
  'I1: ids of records that a tenant’s environments share are left out where the caller is in another environment of that tenant; creating a client surface whose id is taken there answers 409 (ADR 12).',
  'R1: a field name that a caller makes up is repeated in `field`, as the contract says, and is not searched for. A plain secret of no known shape in a free text is kept as text. Traces, Redis and MongoDB are not searched.',
  'T1, K5: whoever also has the signing key, or every place that checkpoints go to, can forge a trail. Where the newest events are cut off with their checkpoints, only what is kept outside of the store tells; K5 keeps the file beside it. What was not signed yet when a process was killed can be cut.',
  'K5: turns of the event loop are judged by processor time, as the machine does other work beside.',
  'L1: beside the 20 % a p95 may be 5 ms slower, for timers and turns of a shared processor.',
  'F1: on the memory store, as one admin.',
  'Times and rates are of the machine as it was: what else ran on it is in its load.',
];

const NOT_SHOWN = [
  'What one box cannot show, and is not claimed here: a network that parts the processes from each other, clocks that disagree, a disk that loses what it said it kept, and the loss of power. A SIGKILL ends a process; it does not lose what the system has taken over from it.',
  'MongoDB is run as a set of one member: an election among three members is not part of these runs. Where the run says SecantusDB, no mongod was at hand, and what only mongod does was not run.',
  'Promises that have no line in the table have no test that tells a figure yet, and none is printed.',
];

/** The page of proofs, out of what a run measured; `apart` are rows of what is run by a command of its own. */
export const proofPage = (
  occasion: Occasion,
  proved: readonly Proved[],
  apart: readonly string[] = [...mutationRows(), ...faultRows()],
): string =>
  [
    '# What was proved, and how',
    '',
    `Written by \`npm run prove\`; \`npm run prove -- --long\` runs more trials, \`npm run prove -- --soak 5\` runs the service under load with kills. Every figure was measured in the run named here, or in the one that its row names. The tests of ${listed(HOLD_OWN_FAULTS)} also hold planted faults that their checks must find; for every other promise \`npm run faults\` plants some into the code, which its tests must notice (row MU).`,
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
    ...apart,
    '',
    '## What the figures leave out',
    '',
    ...LEFT_OUT.map((text) => `- ${text}`),
    '',
    '## What this does not show',
    '',
    ...NOT_SHOWN.flatMap((text) => [text, '']),
  ].join('\n');

const listed = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]+)$/, ' and $1');

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
