import { type AttributeLiteral, type AttributeSolution, satisfies } from './attribute-literal.js';
import { solveNumber } from './solve-number.js';
import { solveText } from './solve-text.js';

/**
 * Finds an attribute's value for which all conditions yield the required verdicts, or that there is none. Exact: an attribute is absent, a
 * boolean, a number, a list of texts or a text, and each of these is solved over everything conditions can distinguish in it.
 */
export const solveAttribute = (literals: readonly AttributeLiteral[]): AttributeSolution => {
  if (satisfies(literals, undefined)) return { kind: 'absent' };
  const simple = [true, false, listWanted(literals)].find((value) => satisfies(literals, value));
  if (simple !== undefined) return { kind: 'value', value: simple };
  const number = solveNumber(literals);
  return number === undefined ? solveText(literals) : { kind: 'value', value: number };
};

// Only `contains` depends on entries, so if any list satisfies, the one with just the required entries does.
const listWanted = (literals: readonly AttributeLiteral[]): readonly string[] => [
  ...new Set(
    literals.flatMap(({ condition: { operator, value }, allowed }) => {
      const without = operator === 'contains' ? 'fails' : 'holds';
      const isPart = operator === 'contains' || operator === 'not_contains';
      return isPart && !allowed.includes(without) ? [value as string] : [];
    }),
  ),
];
