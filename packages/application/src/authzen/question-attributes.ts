import type { AttributeValue } from '@govgate/domain';
import { MANIFEST_LIMITS } from '@govgate/domain';
import type { AccessQuestion } from '../access/access-question.js';

/** Characters of all attributes of a question together. */
const MOST_CHARACTERS = 64 * 1024;

/** The attributes of a question, or the name of one that is too large to be decided on. */
export type QuestionAttributes =
  | { readonly values: Readonly<Record<string, AttributeValue>> }
  | { readonly tooLarge: string };

/**
 * The values of the attributes that a policy names (docs/spec/authzen.md): `subject.x`, `action.x`, `resource.x` of the
 * properties, `context.x`, `arguments.x` of `context.arguments`, each with dots into objects; `resource.id`; `now`, the service's time;
 * and any other name from the context. Values are kept as they are: one that no condition can decide makes its rule undecidable.
 */
export const attributesOf = (
  question: AccessQuestion,
  names: readonly string[],
  now: string,
): QuestionAttributes => {
  const values: Record<string, unknown> = Object.create(null);
  let characters = 0;
  for (const name of names) {
    const value = attributeOf(question, name, now);
    if (value === undefined) continue;
    characters += charactersOf(value);
    if (isTooLarge(value) || characters > MOST_CHARACTERS) return { tooLarge: placeOf(name) };
    values[name] = value;
  }
  return { values: values as Record<string, AttributeValue> };
};

const OWNERS = ['subject', 'action', 'resource'] as const;

const attributeOf = (question: AccessQuestion, name: string, now: string): unknown => {
  if (name === 'now') return now;
  if (name === 'resource.id') return question.resource.id;
  for (const owner of OWNERS)
    if (name.startsWith(`${owner}.`)) return member(question[owner].properties, name.slice(owner.length + 1));
  if (name.startsWith('arguments.')) return member(question.context?.arguments, name.slice(10));
  return member(question.context, name.startsWith('context.') ? name.slice(8) : name);
};

// A member whose name has dots comes before one that is reached by them.
const member = (owner: unknown, path: string): unknown => {
  if (!isObject(owner)) return undefined;
  if (Object.hasOwn(owner, path)) return owner[path];
  const dot = path.indexOf('.');
  if (dot < 0) return undefined;
  const first = path.slice(0, dot);
  return Object.hasOwn(owner, first) ? member(owner[first], path.slice(dot + 1)) : undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTooLarge = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > MANIFEST_LIMITS.listEntries || value.some(isTooLong)
    : isTooLong(value);

const isTooLong = (value: unknown): boolean =>
  typeof value === 'string' && value.length > MANIFEST_LIMITS.text;

const charactersOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value)
    ? value.reduce<number>((sum, entry) => sum + (typeof entry === 'string' ? entry.length : 0), 0)
    : 0;
};

const placeOf = (name: string): string => {
  if (OWNERS.some((owner) => name.startsWith(`${owner}.`))) return name.replace('.', '.properties.');
  if (name.startsWith('arguments.')) return `context.${name}`;
  return name.startsWith('context.') ? name : `context.${name}`;
};
