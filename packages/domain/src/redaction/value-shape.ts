/** The composition of a value; enough to tell a random one from words, dates, ticket numbers and algorithm names. */
export interface ValueShape {
  readonly length: number;
  readonly hasLower: boolean;
  readonly hasUpper: boolean;
  readonly hasDigit: boolean;
  /** Symbols such as `!` or `%`, found in passwords but not in names. */
  readonly hasMark: boolean;
  /** A run of letters and digits. */
  readonly isWhole: boolean;
  /** How often a digit follows a letter, a letter a digit, or a capital a lower-case letter. */
  readonly changes: number;
  /** The share of letters within words: four or more of one case, ignoring the first. */
  readonly wordShare: number;
}

const [JOINT, MARK, LOWER, UPPER, DIGIT] = [0, 1, 2, 3, 4];

const kindOf = (char: string): number => {
  if (/[a-z]/.test(char)) return LOWER;
  if (/[A-Z]/.test(char)) return UPPER;
  if (/[0-9]/.test(char)) return DIGIT;
  // Connectors of words and numbers in names, paths and base64.
  return /[-_./+=~@]/.test(char) ? JOINT : MARK;
};
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/** Minimum letters of a word. */
const WORD = 4;

/** Scans a value once, from left to right. */
export const shapeOfValue = (value: string): ValueShape => {
  const seen = [0, 0, 0, 0, 0];
  let before = JOINT;
  let changes = 0;
  let inWords = 0;
  let word = 0;
  for (let at = 0; at < value.length; at += 1) {
    const now = KINDS[value.charCodeAt(at)] ?? MARK;
    seen[now] = (seen[now] ?? 0) + 1;
    if (isChange(before, now)) changes += 1;
    if (!goesOn(before, now, word)) {
      inWords += lettersIn(word);
      word = 0;
    }
    if (isLetter(now)) word += 1;
    before = now;
  }
  return shapeOf(seen, value.length, changes, inWords + lettersIn(word));
};

const lettersIn = (word: number): number => (word >= WORD ? word : 0);

// A capital continues a word of capitals and begins any other.
const goesOn = (before: number, now: number, word: number): boolean =>
  isLetter(now) && (now === before || (before === UPPER && word === 1));

const shapeOf = (
  [joints = 0, marks = 0, lower = 0, upper = 0, digits = 0]: readonly number[],
  length: number,
  changes: number,
  inWords: number,
): ValueShape => ({
  length,
  hasLower: lower > 0,
  hasUpper: upper > 0,
  hasDigit: digits > 0,
  hasMark: marks > 0,
  isWhole: marks + joints === 0,
  changes,
  wordShare: lower + upper === 0 ? 0 : inWords / (lower + upper),
});

const isLetter = (kind: number): boolean => kind === LOWER || kind === UPPER;

const isChange = (before: number, now: number): boolean =>
  (isLetter(before) && now === DIGIT) ||
  (before === DIGIT && isLetter(now)) ||
  (before === LOWER && now === UPPER);
