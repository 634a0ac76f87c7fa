import { compareText } from '../../text-order.js';
import type { ConditionScalar } from '../manifest.js';
import { type AttributeLiteral, type AttributeSolution, satisfies } from './attribute-literal.js';
import { boundsIn, type Demand, demandsOn, isOrder, unwantedIn, wholesIn } from './demand.js';
import { searchText } from './search-text.js';
import { containing, ordered, otherThan, startingWith, type TextAutomaton } from './text-automata.js';

/**
 * Finds a text for which all conditions yield the required verdicts, or that there is none. Without orders, the required parts joined by a
 * character no condition names satisfy if any text does. With orders, the requirements are regular languages: their automata run in
 * parallel, and the shortest text accepted by all is found breadth first.
 */
export const solveText = (literals: readonly AttributeLiteral[]): AttributeSolution => {
  const demands = demandsOn(literals, isText);
  if (demands === undefined) return NONE;
  const among = (texts: readonly string[]): AttributeSolution | undefined => {
    const value = texts.find((text) => satisfies(literals, text));
    return value === undefined ? undefined : { kind: 'value', value };
  };
  const wholes = wholesIn(demands);
  if (wholes !== undefined) return among(wholes) ?? NONE;
  const joined = joinedTexts(demands);
  const found = among(joined);
  if (found !== undefined) return found;
  const { low, high } = boundsIn(demands, compareText);
  const unordered = literals.filter(({ condition }) => !isOrder(condition.operator));
  if (!joined.some((text) => satisfies(unordered, text)) || (low ?? high) === undefined) return NONE;
  const bounds = [low, high].flatMap((bound) => bound?.value ?? []);
  const near = among([...bounds, ...bounds.flatMap((bound) => joined.map((text) => bound + text))]);
  return near ?? searched(literals, demands);
};

const NONE: AttributeSolution = { kind: 'none' };

const isText = (value: ConditionScalar): value is string => typeof value === 'string';

/** The required parts of a text, with as little else as possible: no condition distinguishes the filler from any other. */
const joinedTexts = (demands: readonly Demand<string>[]): readonly string[] => {
  const wanted = demands.filter((demand) => demand.wanted);
  const textsOf = (operator: 'starts_with' | 'contains'): readonly string[] =>
    wanted.filter((demand) => demand.operator === operator).flatMap(({ operands }) => operands);
  const start = textsOf('starts_with').reduce(
    (longest, text) => (text.length > longest.length ? text : longest),
    '',
  );
  const parts = [...new Set(textsOf('contains'))].filter((part) => !start.includes(part));
  const stranger = strangerTo(demands);
  return [start + parts.join(stranger), [start, ...parts, ''].join(stranger)];
};

/** A character no condition names; a readable one if possible. */
const strangerTo = (demands: readonly Demand<string>[]): string => {
  const isNamed = (character: string): boolean =>
    demands.some(({ operands }) => operands.some((text) => text.includes(character)));
  const readable = ['x', 'z', 'q', '_', '~', '|'].find((character) => !isNamed(character));
  if (readable !== undefined) return readable;
  let point = 0x100;
  while (isNamed(String.fromCodePoint(point))) point += point === 0xd7ff ? 0x801 : 1;
  return String.fromCodePoint(point);
};

const searched = (
  literals: readonly AttributeLiteral[],
  demands: readonly Demand<string>[],
): AttributeSolution => {
  const { low, high } = boundsIn(demands, compareText);
  const automata = [
    otherThan(unwantedIn(demands)),
    ...(low === undefined ? [] : [ordered(low.value, (by) => by > 0 || (low.isIn && by === 0))]),
    ...(high === undefined ? [] : [ordered(high.value, (by) => by < 0 || (high.isIn && by === 0))]),
    ...demands.flatMap(partAutomaton),
  ];
  const text = searchText(automata, [...demands.flatMap(({ operands }) => operands)]);
  if (text === undefined) return NONE;
  // For a text that is not valid Unicode the automata know less than the conditions.
  const isSolution = text !== 'limit' && satisfies(literals, text.found);
  return isSolution ? { kind: 'value', value: text.found } : { kind: 'limit' };
};

const partAutomaton = ({ operator, operands, wanted }: Demand<string>): readonly TextAutomaton[] => {
  if (operator === 'starts_with') return operands.map((text) => startingWith(text, wanted));
  return operator === 'contains' ? operands.map((text) => containing(text, wanted)) : [];
};
