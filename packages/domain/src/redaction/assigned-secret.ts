import { isPairInBase64 } from './pair-in-base64.js';
import { shapeOfValue, type ValueShape } from './value-shape.js';

/** How random a value must look to count: less where it is written as a setting than within a sentence. */
type Way = 'setting' | 'label' | 'sentence';

// A secret's name, how it is joined to what follows, and surrounding quotes. The words alone are prose.
const NAMED =
  /(pass(?:word|wd|phrase|code)|pass(?==)|pwd|secret|token|credential|(?:api|access|account|auth|client|consumer|encryption|license|master|private|secret|service|shared|signing|subscription)[ _.-]?key|identified by)(?:[_-](?:base|value|text|string|\d))?(["'`]{0,2})(?:[\])]|\s){0,3}(=>|:=|={1,2}|%3d|:|>|\bis\b|\bwas\b|(?<=\bby)(?=\s))\s{0,4}(["'`]{0,2})/gi;

const AUTHORIZATION = /\bauthorization["'`]{0,2}\s{0,4}[:=]\s{0,4}["'`]{0,2}(?:[a-z][\w-]{1,20}\s{1,4})?/gi;
// Okta's scheme as well.
const BEARER = /\b(?:bearer|ssws)\s{1,8}/gi;
const BASIC = /\bbasic\s{1,8}(?=[A-Za-z0-9+/]{8})/gi;
const FLAG = /(?:^|\s)--?(?:password|passwd|pass|secret|token|api-key|access-key)[ =]["'`]?/gi;
const USER_FLAG = /(?:^|\s)(?:-u|--user)[ =]?["'`]?[A-Za-z0-9._@-]{1,64}:/gi;

// What may stand between a name and its value.
const JOINT = /[\s=:>%"'`\])]/;

/** Whether a text contains anything that could assign a value: without it nothing is assigned. */
export const mayJoin = (text: string): boolean => JOINT.test(text);

// Every match contains one of these.
const HINT =
  /pass(?:[wpc]|=)|pwd|secret|token|credential|key|identified by|authorization|bearer|ssws|basic|-u/i;

/**
 * Whether a text assigns a secret: `password=…`, `"api_key": "…"`, `Authorization: …`, `--token …`. Words, dates, ticket numbers, paths,
 * placeholders and algorithm names are no values.
 */
export const assignsSecret = (text: string): boolean =>
  HINT.test(text) &&
  (someAfter(NAMED, text, (match, value) => isNamedSecret(match, value, text)) ||
    someAfter(AUTHORIZATION, text, (_, value) => isCredential(shapeOfValue(value))) ||
    someAfter(BEARER, text, (_, value) => value.length >= 16 && isCredential(shapeOfValue(value))) ||
    someBasic(text) ||
    someAfter(FLAG, text, (_, value) => isPassword(shapeOfValue(value), 'setting')) ||
    someAfter(USER_FLAG, text, (_, value) => isPassword(shapeOfValue(value), 'setting')));

// Followed by a base64 name and password, not by a word that happens to match.
const someBasic = (text: string): boolean => {
  BASIC.lastIndex = 0;
  while (BASIC.exec(text) !== null) if (isPairInBase64(text, BASIC.lastIndex)) return true;
  return false;
};

type Judge = (match: RegExpExecArray, value: string) => boolean;

const someAfter = (names: RegExp, text: string, holds: Judge): boolean => {
  names.lastIndex = 0;
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const value = valueAt(text, names.lastIndex);
    if (value !== undefined && !isPlaceholder(value) && holds(match, value)) return true;
  }
  return false;
};

// A value ends where another could begin, so that no part of a text is scanned more than twice.
const ENDS = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= 32 || '"\'`,;&<>=:|'.includes(String.fromCharCode(code)) ? 1 : 0,
);
const [SHORTEST, MOST] = [6, 512];

// Punctuation after a value in a sentence.
const CLOSING = /[)\].]{1,3}$/;

/** The value at a place; undefined if it is too short or only letters and connectors. */
const valueAt = (text: string, from: number): string | undefined => {
  let end = from;
  let isPlain = true;
  for (; end < text.length && end - from < MOST; end += 1) {
    const code = text.charCodeAt(end);
    if (ENDS[code] === 1) break;
    if (isPlain && !isLetterOrJoint(code)) isPlain = false;
  }
  return isPlain || end - from < SHORTEST ? undefined : text.slice(from, end).replace(CLOSING, '');
};

const isLetterOrJoint = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 45 && code <= 47) || code === 95;

// Stand-ins for a value: a variable, template, mask, pattern, path, date, algorithm name or checksum.
const PLACEHOLDER =
  /^(?:[$%*<{[(^]|~\/|\.{0,2}\/[a-z]{2,32}(?:[/.-]|$)|[x*.•-]+$|\d{4}-\d\d|(?:sha|md|hs|rs|es|ps|aes|hmac|argon|pbkdf|bcrypt|scrypt|ed|rfc|iso|v)-?\d{1,5}(?:[^a-z\d]|$)|\d+[a-z]{0,7}$)|[[\]{}\\()]/i;

const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value);

const isNamedSecret = (match: RegExpExecArray, value: string, text: string): boolean => {
  const [, name = '', quotedName = '', joint = '', quotedValue = ''] = match;
  const way = wayOf(joint.toLowerCase(), quotedName !== '' && quotedValue !== '');
  if (/^(?:pass|pwd|identified)/i.test(name)) return isPassword(shapeOfValue(value), way);
  // Page tokens continue a list and unlock nothing.
  if (PAGE.test(text.slice(Math.max(0, match.index - 5), match.index))) return false;
  // In prose, a token that merely identifies calls may well be a UUID.
  if (UUID.test(value)) return way === 'setting' || !/token/i.test(name);
  return isKey(shapeOfValue(value), way);
};

const PAGE = /page[_-]?$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const wayOf = (joint: string, isQuoted: boolean): Way => {
  if (joint === 'is' || joint === 'was') return 'sentence';
  return joint === ':' && !isQuoted ? 'label' : 'setting';
};

const isMixed = ({ hasLower, hasUpper, hasDigit }: ValueShape): boolean => hasDigit && (hasLower || hasUpper);

/** Whether a value could be a password chosen by a person. */
const isPassword = (shape: ValueShape, way: Way): boolean => {
  const { length, hasLower, hasUpper, hasDigit, hasMark, changes } = shape;
  if (way === 'setting') return (isMixed(shape) || (hasMark && (hasLower || hasUpper))) && length >= 6;
  if (length < 8 || !isMixed(shape)) return false;
  const isOdd = (hasLower && hasUpper) || changes > 1;
  return way === 'label' ? hasMark || isOdd : hasMark || (hasLower && hasUpper && hasDigit && changes > 1);
};

/** Joined and numbered words such as `kv-payments-prod-2026` name secrets rather than being secrets. */
const WORDY = 0.75;

/** Whether a value could be a machine-generated key or token. */
const isKey = (shape: ValueShape, way: Way): boolean => {
  const { length, isWhole, changes, wordShare } = shape;
  if (!isMixed(shape)) return false;
  if (length >= 16 && changes * 6 >= length && wordShare < WORDY) return true;
  if (isWhole && length >= (way === 'sentence' ? 20 : 16) && changes > 1) return true;
  return way === 'setting' && length >= 8 && changes > 1 && wordShare < WORDY;
};

/** Whether the text after an authorization scheme could be a credential. */
const isCredential = (shape: ValueShape): boolean =>
  shape.length >= 8 && isMixed(shape) && (shape.wordShare < WORDY || isKey(shape, 'label'));
