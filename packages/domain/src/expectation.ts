/**
 * What a value must be, in the words of JSON Schema: allowed values, a pattern, a limit (docs/spec/conventions.md). It says what is right, never what was sent.
 */
export interface Expectation {
  readonly type?: string;
  /** The allowed values; of an unknown field, the nearest one that there is. */
  readonly values?: readonly (string | number | boolean | null)[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What accompanies a reason code: one sentence, and what was expected (docs/spec/conventions.md). */
export interface Help {
  /** One sentence: what was wrong and what is right. It never repeats a value. */
  readonly detail?: string;
  readonly expected?: Expectation;
}

/**
 * An expectation as the end of a sentence.
 *
 * @example inWords({ type: 'string', maxLength: 128 }) // 'a text of at most 128 characters'
 */
export const inWords = (expected: Expectation): string => {
  const { values, type = 'value' } = expected;
  if (values !== undefined) return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const parts = [
    lengthInWords(expected),
    itemsInWords(expected),
    rangeInWords(expected),
    shapeInWords(expected),
  ];
  return [TYPE_WORDS[type] ?? 'a value', ...parts].filter((part) => part !== undefined).join(' ');
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const lengthInWords = ({ minLength, maxLength }: Expectation): string | undefined =>
  spanInWords('of', { min: minLength, max: maxLength, what: 'characters' });

const itemsInWords = ({ minItems, maxItems }: Expectation): string | undefined =>
  spanInWords('of', { min: minItems, max: maxItems, what: 'entries' });

const rangeInWords = ({ minimum, maximum }: Expectation): string | undefined => {
  if (minimum === undefined) return maximum === undefined ? undefined : `up to ${maximum}`;
  return maximum === undefined ? `from ${minimum} on` : `from ${minimum} to ${maximum}`;
};

interface Span {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly what: string;
}

const spanInWords = (of: string, { min, max, what }: Span): string | undefined => {
  if (max === undefined) return min === undefined ? undefined : `${of} at least ${min} ${what}`;
  return min === undefined ? `${of} at most ${max} ${what}` : `${of} ${min} to ${max} ${what}`;
};

const shapeInWords = ({ pattern, format }: Expectation): string | undefined => {
  if (format === 'date-time') return 'that is a date-time with an offset, such as 2026-01-31T12:00:00Z';
  return pattern === undefined ? undefined : `that matches ${pattern}`;
};
