import { isDeepStrictEqual } from 'node:util';
import { keyOf, type Plan, type PlannedChange } from './make-plan.js';

/** Colours a text; without colours it is unchanged. */
type Paint = (colour: 'red' | 'green' | 'yellow' | 'dim', text: string) => string;

const CODES = { red: 31, green: 32, yellow: 33, dim: 2 } as const;

/** Colours if the output is a terminal and NO_COLOR is not set (no-color.org). */
export const paintFor = (out: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint =>
  out.isTTY === true && (environment.NO_COLOR ?? '') === ''
    ? (colour, text) => `\u001b[${CODES[colour]}m${text}\u001b[0m`
    : (_, text) => text;

/** A longer value is represented by its length. */
const LONGEST_VALUE = 100;

/** A human-readable plan: additions, changes and removals, their effects, and conflicts. */
export const planLines = (
  plan: Plan,
  effects: ReadonlyMap<string, readonly string[]>,
  paint: Paint,
): readonly string[] => [
  ...plan.changes.flatMap((change) => changeLines(change, effects.get(keyOf(change)) ?? [], paint)),
  ...plan.conflicts.map(({ kind, id, fields, because }) => {
    const which = fields.length === 0 ? '' : ` (${fields.join(', ')})`;
    return paint('yellow', `! ${kind} ${id}${which}: ${because}`);
  }),
  ...plan.notes.map(({ kind, id, note }) => paint('dim', `  ${kind} ${id}: ${note}`)),
  summary(plan),
];

const changeLines = (change: PlannedChange, effects: readonly string[], paint: Paint): readonly string[] => {
  const { kind, id, before, after } = change;
  const touched = effects.map((line) => `      ${line}`);
  if (after === null) return [paint('red', `- ${kind} ${id}`), ...touched];
  const [mark, colour] = before === null ? (['+', 'green'] as const) : (['~', 'yellow'] as const);
  const names = Object.keys(after).filter(
    (name) => before === null || !isDeepStrictEqual(before[name], after[name]),
  );
  return [
    paint(colour, `${mark} ${kind} ${id}`),
    ...names.flatMap((name) => [
      ...(before === null ? [] : [paint('red', `    - ${name}: ${valueText(before[name])}`)]),
      paint('green', `    + ${name}: ${valueText(after[name])}`),
    ]),
    ...touched,
  ];
};

const valueText = (value: unknown): string => {
  const text = JSON.stringify(value ?? null);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}… (${text.length} characters)` : text;
};

const summary = ({ changes, conflicts }: Plan): string => {
  const count = (test: (change: PlannedChange) => boolean): number => changes.filter(test).length;
  const text = `${count(({ before }) => before === null)} to add, ${count(({ before, after }) => before !== null && after !== null)} to change, ${count(({ after }) => after === null)} to remove`;
  return `${text}${conflicts.length === 0 ? '' : `, ${conflicts.length} in conflict`}.`;
};
