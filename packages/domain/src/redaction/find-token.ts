import { TOKEN_KINDS } from './token-kinds.js';

interface Candidate {
  readonly begins: string;
  /** The third character, which distinguishes most tokens that begin alike. */
  readonly third: number;
  readonly inText: RegExp;
  readonly inName: RegExp;
  readonly isMixed: boolean;
}

const ASCII = 128;
const pairOf = (first: number, second: number): number =>
  first < ASCII && second < ASCII ? first * ASCII + second : 0;

// By their first two characters, so that a place where no kind begins costs one table lookup.
const CANDIDATES: (readonly Candidate[] | undefined)[] = new Array(ASCII * ASCII).fill(undefined);
for (const { begins, inText, inName = inText, isMixed = false } of TOKEN_KINDS)
  for (const text of begins) {
    const pair = pairOf(text.charCodeAt(0), text.charCodeAt(1));
    CANDIDATES[pair] = [
      ...(CANDIDATES[pair] ?? []),
      { begins: text, third: text.charCodeAt(2), inText, inName, isMixed },
    ];
  }

/** Whether a token of a known kind begins at a place, in the strict form for free text or the short form for names. */
export const beginsToken = (text: string, at: number, as: 'inText' | 'inName'): boolean => {
  const candidates = CANDIDATES[pairOf(text.charCodeAt(at), text.charCodeAt(at + 1))];
  if (candidates === undefined) return false;
  const third = text.charCodeAt(at + 2);
  for (const candidate of candidates) {
    if (candidate.third !== third && candidate.begins.length > 2) continue;
    if (!text.startsWith(candidate.begins, at)) continue;
    const pattern = candidate[as];
    const from = at + candidate.begins.length;
    pattern.lastIndex = from;
    if (!pattern.test(text)) continue;
    if (as === 'inName' || !candidate.isMixed || isMixed(text, from)) return true;
  }
  return false;
};

// Letters of a single case are a word.
const MIXED = /[\w-]{0,15}\d|[a-z\d-]{0,15}[A-Z]/y;
const isMixed = (text: string, at: number): boolean => {
  MIXED.lastIndex = at;
  return MIXED.test(text);
};

const tableOf = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: ASCII }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));

const WORD = tableOf(/\w/);
const TOKEN = tableOf(/[\w.~+/=$:-]/);

/** No shorter run of token characters contains a token, and few sentences have so long a word. */
const LONG_RUN = 16;

/** A token recognised by its middle part, and a text without which there is none. */
interface Structured {
  readonly hint: string;
  readonly shape: RegExp;
}

// Linear: no match can begin within another.
const STRUCTURED: readonly Structured[] = [
  // A JSON Web Token, signed or encrypted; the second part of the latter may be empty.
  { hint: 'eyJ', shape: /(?<![\w-])eyJ[\w-]{8,4096}\.\.?[\w-]{8}/ },
  { hint: 'Q~', shape: /(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{31}/ },
  { hint: '.atlasv1.', shape: /(?<![\w-])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60}/ },
  { hint: ':AA', shape: /(?<!\d)\d{8,10}:AA[\w-]{32}/ },
  { hint: '-us', shape: /(?<![\w-])[0-9a-f]{32}-us\d/ },
  // A bot token: its id in base64, a timestamp and a signature.
  { hint: '.', shape: /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27}/ },
];

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

// Sorted, so that those that begin alike are checked together.
const SOME_BEGIN = new RegExp(
  `\\b(?:${TOKEN_KINDS.flatMap(({ begins }) => begins)
    .sort()
    .map(quoted)
    .join('|')})`,
);

/** Whether a text contains a token of a known kind at the beginning of a word. */
export const holdsToken = (text: string): boolean =>
  hasLongRun(text) &&
  ((SOME_BEGIN.test(text) && someBegins(text)) ||
    STRUCTURED.some(({ hint, shape }) => text.includes(hint) && shape.test(text)));

const someBegins = (text: string): boolean => {
  let afterWord = false;
  for (let at = 0; at < text.length; at += 1) {
    if (!afterWord && beginsToken(text, at, 'inText')) return true;
    afterWord = WORD[text.charCodeAt(at)] === 1;
  }
  return false;
};

// A run of n characters covers every nth place, so only those places and their surroundings are checked.
const hasLongRun = (text: string): boolean => {
  for (let at = LONG_RUN - 1; at < text.length; at += LONG_RUN) {
    let [start, end] = [at, at];
    while (end - at < LONG_RUN && TOKEN[text.charCodeAt(end)] === 1) end += 1;
    while (end > at && end - start < LONG_RUN && TOKEN[text.charCodeAt(start - 1)] === 1) start -= 1;
    if (end - start >= LONG_RUN) return true;
  }
  return false;
};
