/**
 * Reads a text by code point and decides at its end whether something holds. States are numbers; from a hopeless state no text is accepted.
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

/** Texts with, or without, a prefix. */
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

/** Texts with, or without, a part. */
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

/** Texts other than some. */
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

/** Texts in a relation to another in code point order. */
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

// For each prefix of a part, the length of the longest prefix it ends with (Knuth, Morris and Pratt).
const fallbacksOf = (part: readonly number[]): readonly number[] => {
  const lengths = [0];
  for (let at = 1; at < part.length; at += 1) {
    let length = lengths[at - 1] as number;
    while (length > 0 && part[length] !== part[at]) length = lengths[length - 1] as number;
    lengths.push(part[length] === part[at] ? length + 1 : 0);
  }
  return lengths;
};
