import { withoutHidden } from './hidden-characters.js';

/**
 * Letters and digits that look like the Latin ones beside them, from the confusables of Unicode TS 39: Cyrillic, Greek, and those that common
 * fonts do not tell apart.
 */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аα',
    b: 'ЬƄ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еҽ',
    g: 'ɡց',
    h: 'һհ',
    i: 'іıι',
    j: 'јϳ',
    k: 'κк',
    l: '1I|ӀΙІ',
    n: 'ո',
    o: '0оοσօ',
    p: 'рρ',
    q: 'ԛգ',
    r: 'гᴦ',
    s: 'ѕƽ',
    u: 'υսʋ',
    v: 'νѵ',
    w: 'ԝѡա',
    x: 'хχ×',
    y: 'уγү',
    z: 'ᴢ',
    A: 'АΑ',
    B: 'ВΒ',
    C: 'СϹ',
    E: 'ЕΕ',
    H: 'НΗ',
    J: 'Ј',
    K: 'КΚ',
    M: 'МΜ',
    N: 'Ν',
    O: 'ОΟ',
    P: 'РΡ',
    S: 'Ѕ',
    T: 'ТΤ',
    X: 'ХΧ',
    Y: 'УΥҮ',
    Z: 'Ζ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/** The names that differ from another one only by case, width, invisible characters or letters that look the same (docs/spec/mcp-servers.md). */
export const lookAlikeNames = (names: readonly string[]): ReadonlySet<string> =>
  new Set([...sharing(names, foldedForm), ...sharing(names, skeleton)]);

const sharing = (names: readonly string[], formOf: (name: string) => string): string[] => {
  const byForm = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const form = formOf(name);
    byForm.set(form, [...(byForm.get(form) ?? []), name]);
  }
  return [...byForm.values()].filter((alike) => alike.length > 1).flat();
};

const plainForm = (name: string): string => withoutHidden(name.normalize('NFKC'));

const foldedForm = (name: string): string => plainForm(name).toLowerCase();

const skeleton = (name: string): string =>
  [...plainForm(name)]
    .map((character) => LOOKS_LIKE[character] ?? character)
    .join('')
    .toLowerCase();
