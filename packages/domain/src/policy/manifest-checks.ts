import type { Expectation } from '../expectation.js';
import { nearestName } from '../nearest-name.js';
import { MANIFEST_LIMITS } from './manifest.js';
import type { FindingLog } from './manifest-finding.js';
import { memberPath } from './scan-manifest.js';

/** Checks one value and reports its faults. Never throws, whatever the value. */
export type Check = (value: unknown, path: string, log: FindingLog) => void;

export interface FieldSpec {
  readonly required: boolean;
  readonly check: Check;
}

/** A plain object's own member, or undefined: inherited ones are never seen. */
export const ownMember = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const required = (check: Check): FieldSpec => ({ required: true, check });
export const optional = (check: Check): FieldSpec => ({ required: false, check });

/** An object with exactly these members allowed. */
export const objectOf = (fields: Readonly<Record<string, FieldSpec>>): Check => {
  const checks = new Map(Object.entries(fields).map(([key, spec]) => [key, spec.check]));
  const requiredKeys = Object.keys(fields).filter((key) => fields[key]?.required);
  const known = [...checks.keys()];
  return (value, path, log) => {
    if (!isObject(value)) return log.add('schema_violation', path, { type: 'object' });
    for (const key of requiredKeys)
      if (!Object.hasOwn(value, key)) log.add('missing_field', `${path}/${key}`);
    for (const key of Object.keys(value)) {
      const check = checks.get(key);
      if (check === undefined) log.add('unknown_field', memberPath(path, key), nearestOf(key, known));
      else check(value[key], `${path}/${key}`, log);
    }
  };
};

/** A list with a maximum of entries; entries beyond it are not checked. */
export const listOf = (check: Check, most: number): Check => {
  const expected: Expectation = { type: 'array', maxItems: most };
  return (value, path, log) => {
    if (!Array.isArray(value)) return log.add('schema_violation', path, expected);
    if (value.length > most) log.add('limit_exceeded', path, expected);
    const checked = Math.min(value.length, most);
    for (let i = 0; i < checked && !log.full; i += 1) check(value[i], `${path}/${i}`, log);
  };
};

/** An object with a maximum of members under arbitrary names; members beyond it are not checked. */
export const mapOf = (names: RegExp, check: Check, most: number): Check => {
  const expected: Expectation = { type: 'object', maxItems: most };
  return (value, path, log) => {
    if (!isObject(value)) return log.add('schema_violation', path, expected);
    const keys = Object.keys(value);
    if (keys.length > most) log.add('limit_exceeded', path, expected);
    for (const key of keys.slice(0, most)) {
      if (log.full) return;
      if (names.test(key)) check(value[key], `${path}/${key}`, log);
      else log.add('invalid_value', memberPath(path, key), { type: 'string', pattern: names.source });
    }
  };
};

/** One of a few constants. */
export const oneOf = (...words: readonly string[]): Check => {
  const allowed = new Set(words);
  const expected: Expectation = { values: words };
  return (value, path, log) => {
    if (typeof value !== 'string') log.add('schema_violation', path, expected);
    else if (!allowed.has(value)) log.add('invalid_value', path, expected);
  };
};

/** A text of a given grammar. */
export const textLike = (grammar: RegExp): Check => {
  const expected: Expectation = { type: 'string', pattern: grammar.source };
  return (value, path, log) => {
    if (typeof value !== 'string') log.add('schema_violation', path, expected);
    else if (!grammar.test(value)) log.add('invalid_value', path, expected);
  };
};

/** Any text up to a length. */
export const textUpTo = (most: number): Check => {
  const expected: Expectation = { type: 'string', maxLength: most };
  return (value, path, log) => {
    if (typeof value !== 'string') log.add('schema_violation', path, expected);
    else if (value.length > most) log.add('limit_exceeded', path, expected);
  };
};

/** An integer from 1 to a limit. */
export const countUpTo = (most: number): Check => {
  const expected: Expectation = { type: 'integer', minimum: 1, maximum: most };
  return (value, path, log) => {
    if (typeof value !== 'number') log.add('schema_violation', path, expected);
    else if (!Number.isInteger(value) || value < 1 || value > most) log.add('invalid_value', path, expected);
  };
};

export const truthValue: Check = (value, path, log) => {
  if (typeof value !== 'boolean') log.add('schema_violation', path, { type: 'boolean' });
};

/** A text, a finite number or a boolean. */
export const scalar: Check = (value, path, log) => {
  if (typeof value === 'string') textUpTo(MANIFEST_LIMITS.text)(value, path, log);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) log.add('invalid_value', path);
  } else truthValue(value, path, log);
};

const nearestOf = (key: string, known: readonly string[]): Expectation => {
  const nearest = nearestName(key, known);
  return { values: nearest === undefined ? known : [nearest] };
};
