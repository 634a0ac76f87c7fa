import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

const characterAt = (place: number): string =>
  String.fromCodePoint(place < SURROGATES.from ? place : place + SURROGATES.count);

const placeOf = (character: unknown): number => {
  const [only = '', ...more] = typeof character === 'string' ? character : '';
  const point = only.codePointAt(0);
  if (point === undefined || more.length > 0) throw new Error('not one character');
  return point < SURROGATES.from ? point : point - SURROGATES.count;
};

const anyCharacter = fc.integer({ min: 0, max: LAST - SURROGATES.count }).map(characterAt, placeOf);

/**
 * Any text in Unicode, up to so many characters long. What `fc.string({ unit: 'binary' })` makes, which keeps a map of all 1.1 million
 * characters: two seconds and 100 MB of every process that runs tests.
 */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, ...(maxLength === undefined ? {} : { maxLength }) });
