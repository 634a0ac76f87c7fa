/**
 * Reads a text character by character (by code point) and says at its end whether something holds of it. States are numbers; from a
 * state that is hopeless no text comes to hold.
 */
export interface TextAutomaton {
  readonly start: number;
  step(state: number, character: number): number;
  accepts(state: number): boolean;
  isHopeless(state: number): boolean;
}

const MISSED = -1;

export const codePoints = (text: string): readonly number[] =>
  Array.from(text, (character) => character.codePointAt(0) as number);

/** Texts that start so, or that do not. */
export const startingWith = (start: string, wanted: boolean): TextAutomaton => {
  const expected = codePoints(start);
  const end = expected.length;
  return {
    start: 0,
    step: (state, character) => {
      if (state === MISSED || state === end) return state;
      return expected[state] === character ? state + 1 : MISSED;
    },
    accepts: (state) => (state === end) === wanted,
    isHopeless: (state) => (wanted ? state === MISSED : state === end),
  };
};

/** Texts that hold a part, or that do not. */
export const containing = (part: string, wanted: boolean): TextAutomaton => {
  const expected = codePoints(part);
  const end = expected.length;
  const fallback = fallbacksOf(expected);
  return {
    start: 0,
    step: (state, character) => {
      if (state === end) return state;
      let at = state;
      while (at > 0 && expected[at] !== character) at = fallback[at - 1] as number;
      return expected[at] === character ? at + 1 : 0;
    },
    accepts: (state) => (state === end) === wanted,
    isHopeless: (state) => !wanted && state === end,
  };
};

// Of each start of a part, how long a start of the part it ends with (Knuth, Morris and Pratt).
const fallbacksOf = (part: readonly number[]): readonly number[] => {
  const lengths = [0];
  for (let at = 1; at < part.length; at += 1) {
    let length = lengths[at - 1] as number;
    while (length > 0 && part[length] !== part[at]) length = lengths[length - 1] as number;
    lengths.push(part[length] === part[at] ? length + 1 : 0);
  }
  return lengths;
};

/** Texts that are none of some. */
export const otherThan = (texts: readonly string[]): TextAutomaton => {
  const nodes: { readonly next: Map<number, number>; isEnd: boolean }[] = [{ next: new Map(), isEnd: false }];
  for (const text of texts) {
    let at = 0;
    for (const character of codePoints(text)) {
      const next = nodes[at]?.next.get(character) ?? nodes.push({ next: new Map(), isEnd: false }) - 1;
      nodes[at]?.next.set(character, next);
      at = next;
    }
    (nodes[at] as { isEnd: boolean }).isEnd = true;
  }
  return {
    start: 0,
    step: (state, character) => nodes[state]?.next.get(character) ?? MISSED,
    accepts: (state) => nodes[state]?.isEnd !== true,
    isHopeless: () => false,
  };
};

const LESS = -1;
const GREATER = -2;

/** Texts that stand so to another in the order of code points. */
export const ordered = (other: string, holds: (order: number) => boolean): TextAutomaton => {
  const expected = codePoints(other);
  const orderOf = (state: number): number => {
    if (state === GREATER) return 1;
    return state === expected.length ? 0 : -1;
  };
  return {
    start: 0,
    step: (state, character) => {
      if (state === LESS || state === GREATER) return state;
      const at = expected[state];
      if (at === character) return state + 1;
      return at !== undefined && character < at ? LESS : GREATER;
    },
    accepts: (state) => holds(orderOf(state)),
    isHopeless: (state) => (state === LESS || state === GREATER) && !holds(orderOf(state)),
  };
};
