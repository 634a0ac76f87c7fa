import { type Result, refuse } from '@govgate/domain';
import { type Help, isWellFormed } from '@govgate/domain/internal';
import { OBJECT_HELP, tellable } from './validate.js';

const MAX_DEPTH = 32;
const MAX_KEYS = 50_000;
/** The same where a body holds the definitions of MCP servers, which are read as deep. */
export const DEFINITION_DEPTH = 72;

/** The state of one inspection, and what it may skip. */
interface BodyScan {
  /** Keys and entries of lists. */
  keys: number;
  /** Keys alone. */
  members: number;
  /** Without escapes: JSON in UTF-8 can contain a NUL or a lone surrogate only through an escape. */
  readonly isPlain: boolean;
  readonly maxDepth: number;
  /** What is not safe, once something is not, and where: the innermost name first. */
  fault: string;
  readonly at: (string | number)[];
}

/**
 * Whether a parsed body is safe to pass on: an object, nested at most 32 deep, without lone surrogates and without a member given twice, of which readers take different ones (where the text is at hand). It descends no deeper than that itself. Where the text
 * has no escapes, strings are not inspected one by one.
 */
export const checkBody = (
  body: unknown,
  text?: string,
  maxDepth = MAX_DEPTH,
): Result<Record<string, unknown>> => {
  if (!isObject(body)) return refuse('invalid_request', undefined, OBJECT_HELP);
  const isPlain = text?.includes('\\') === false;
  const met: BodyScan = { keys: 0, members: 0, isPlain, maxDepth, fault: '', at: [] };
  if (!isSafe(body, 1, met))
    return refuse('invalid_request', tellable(met.at.reverse().join('.')), { detail: met.fault });
  if (text !== undefined && met.members !== membersIn(text)) return refuse('invalid_json', undefined, TWICE);
  return { ok: true, value: body };
};

const TWICE: Help = { detail: 'A member is given twice in an object.' };

/** Whether a JSON text gives a member of an object twice, of which readers take different ones. */
export const givesTwice = (text: string, parsed: unknown): boolean => {
  let members = 0;
  const rest = [parsed];
  while (rest.length > 0) {
    const value = rest.pop();
    if (value === null || typeof value !== 'object') continue;
    for (const inner of Object.values(value)) rest.push(inner);
    if (!Array.isArray(value)) members += Object.keys(value).length;
  }
  return members !== membersIn(text);
};

/** How many members a JSON text gives: its colons outside of strings. */
const membersIn = (text: string): number => {
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === COLON) members += 1;
  }
  return members;
};

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
};

const isEscaped = (text: string, at: number): boolean => {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
};

const isObject = (body: unknown): body is Record<string, unknown> =>
  body !== null && typeof body === 'object' && !Array.isArray(body);

const isSafe = (value: unknown, depth: number, met: BodyScan): boolean => {
  if (typeof value === 'string') return met.isPlain || isSafeText(value) || isWrong(met, BAD_TEXT);
  if (value === null || typeof value !== 'object') return true;
  if (depth > met.maxDepth) return isWrong(met, `Objects and lists may be nested ${met.maxDepth} deep.`);
  return Array.isArray(value) ? isSafeList(value, depth, met) : isSafeObject(value, depth, met);
};

const BAD_TEXT = 'A text may contain neither U+0000 nor half of a surrogate pair.';
const TOO_MANY = 'A body may hold 50,000 members and entries.';

const isWrong = (met: BodyScan, fault: string): false => {
  met.fault = fault;
  return false;
};

const isIn = (met: BodyScan, name: string | number): false => {
  met.at.push(name);
  return false;
};

// Stores cut texts at a NUL, and no field has a use for one.
const isSafeText = (text: string): boolean => !text.includes('\0') && isWellFormed(text);

const isSafeList = (list: readonly unknown[], depth: number, met: BodyScan): boolean => {
  met.keys += list.length;
  if (met.keys > MAX_KEYS) return isWrong(met, TOO_MANY);
  for (let index = 0; index < list.length; index += 1)
    if (!isSafe(list[index], depth + 1, met)) return isIn(met, index);
  return true;
};

const isSafeObject = (object: object, depth: number, met: BodyScan): boolean => {
  // Parsed JSON has own keys only, and `for in` allocates no list of them.
  for (const key in object) {
    met.keys += 1;
    met.members += 1;
    if (met.keys > MAX_KEYS) return isWrong(met, TOO_MANY);
    if (!(met.isPlain || isWellFormed(key))) return isWrong(met, BAD_TEXT);
    if (!isSafe((object as Record<string, unknown>)[key], depth + 1, met)) return isIn(met, key);
  }
  return true;
};
