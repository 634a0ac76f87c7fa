import { codePoints, type TextAutomaton } from './text-automata.js';

/** Automaton steps before a search is abandoned: some milliseconds. */
const MOST_STEPS = 50_000;

interface Reached {
  readonly states: readonly number[];
  readonly text: string;
}

/** The shortest text accepted by all automata, built from what they name; undefined if there is none. */
export const searchText = (
  automata: readonly TextAutomaton[],
  named: readonly string[],
): { readonly found: string } | undefined | 'limit' => {
  const alphabet = alphabetOf(named);
  const first = automata.map(({ start }) => start);
  const queue: Reached[] = [{ states: first, text: '' }];
  const seen = new Set([first.join()]);
  let steps = 0;
  for (const { states, text } of queue) {
    if (automata.every((automaton, i) => automaton.accepts(states[i] as number))) return { found: text };
    for (const character of alphabet) {
      steps += automata.length;
      if (steps > MOST_STEPS) return 'limit';
      const next = stepped(automata, states, character);
      const name = next?.join() ?? '';
      if (next === undefined || seen.has(name)) continue;
      seen.add(name);
      queue.push({ states: next, text: text + String.fromCodePoint(character) });
    }
  }
  return undefined;
};

/** The states after a character; undefined if one of them is hopeless. */
const stepped = (
  automata: readonly TextAutomaton[],
  states: readonly number[],
  character: number,
): readonly number[] | undefined => {
  const next: number[] = [];
  for (const [i, automaton] of automata.entries()) {
    const state = automaton.step(states[i] as number, character);
    if (automaton.isHopeless(state)) return undefined;
    next.push(state);
  }
  return next;
};

/** The characters named by texts, and one for each gap between two: no automaton distinguishes any others. */
const alphabetOf = (texts: readonly string[]): readonly number[] => {
  const named = [...new Set(texts.flatMap(codePoints))].sort((a, b) => a - b);
  const ends = [-1, ...named, 0x110000];
  const between = ends.slice(1).map((end, place) => characterIn((ends[place] as number) + 1, end));
  return [...named, ...between.filter((character) => character !== undefined)];
};

const LETTERS = codePoints('xabcdefghijklmnopqrstuvwyz0');

// Letters, for the witness's readers; never half of a surrogate pair.
const characterIn = (from: number, before: number): number | undefined => {
  const letter = LETTERS.find((one) => one >= from && one < before);
  if (letter !== undefined) return letter;
  const first = from >= 0xd800 && from < 0xe000 ? 0xe000 : from;
  return first < before ? first : undefined;
};
