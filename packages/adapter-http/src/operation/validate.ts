import { type ReasonCode, type Result, refuse } from '@govgate/domain';
import { type Help, holdsSecretMaterial } from '@govgate/domain/internal';
import * as v from 'valibot';
import { explainIssue, isUnknownField, pathOf } from './explain-issue.js';
import { compileMaterialSearch, type MaterialSearch } from './material-search.js';
import { reachingPlace } from './reaching-keys.js';
import type { AnySchema } from './schema-shape.js';

/** Reason codes of particular query parameters; the others are filters. */
const PARAMETER_REASONS: Readonly<Record<string, ReasonCode>> = {
  sort: 'invalid_sort',
  order: 'invalid_sort',
  page_size: 'invalid_page_size',
  limit: 'invalid_page_size',
  page_token: 'invalid_cursor',
  cursor: 'invalid_cursor',
};

/** The reason code for a parameter with a disallowed value. */
export const parameterReason = (name: string): ReasonCode =>
  isScopeField(name) ? 'invalid_request' : (PARAMETER_REASONS[name] ?? 'invalid_filter');

const SCOPE_FIELDS = new Set(['tenant_id', 'environment_id']);

/** Whether a field states where a call acts: its absence has its own reason code. */
export const isScopeField = (name: string): boolean => SCOPE_FIELDS.has(name);

const FIELD_NAME = /^[A-Za-z0-9_.$-]{1,128}$/;

/**
 * Checks a value against a schema; the first fault is named by path and reason code, never by value. A free text holding a credential is
 * `forbidden_material` whatever the field: it must not reach a record, an answer or a log.
 */
export const validate = (schema: AnySchema, value: unknown, place: 'query' | 'body'): Result<unknown> => {
  const reaching = place === 'body' ? reachingPlace(schema, value) : undefined;
  if (reaching !== undefined) return refuse('invalid_request', tellable(reaching.join('.')));
  const parsed = v.safeParse(schema, value);
  if (parsed.success) {
    const list = listForObject(value, parsed.output);
    return list === undefined
      ? withoutMaterial(schema, parsed.output)
      : refuse('invalid_request', tellable(list.join('.')), OBJECT_HELP);
  }
  const issue = relevantIssue(parsed.issues);
  const path = pathOf(issue).join('.');
  return refuse(reasonOf(issue, path, place), tellable(path), explainIssue(schema, issue));
};

/** The first issue; where a field is missing, an unknown one beside it, which mostly is the same one misspelt. */
const relevantIssue = (
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): v.BaseIssue<unknown> => {
  const [first] = issues;
  return (first.input === undefined ? issues.find(isUnknownField) : undefined) ?? first;
};

/** A list sent for an object: valibot accepts it and turns its indices into keys. */
const listForObject = (sent: unknown, made: unknown): readonly string[] | undefined => {
  if (sent === made || !isContainer(sent) || !isContainer(made)) return undefined;
  if (Array.isArray(sent)) return Array.isArray(made) ? listWithin(sent, made) : [];
  for (const name of Object.keys(sent)) {
    const below = listForObject(sent[name], made[name]);
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
};

const listWithin = (sent: readonly unknown[], made: readonly unknown[]): readonly string[] | undefined => {
  for (let place = 0; place < sent.length; place += 1) {
    const below = listForObject(sent[place], made[place]);
    if (below !== undefined) return [String(place), ...below];
  }
  return undefined;
};

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const OBJECT_HELP: Help = { detail: 'The value must be an object.', expected: { type: 'object' } };

/** A place, if it may be told: a made-up name may be anything, even a credential. */
export const tellable = (path: string): string | undefined =>
  FIELD_NAME.test(path) && !holdsSecretMaterial(path) ? path : undefined;

const withoutMaterial = (schema: AnySchema, value: unknown): Result<unknown> => {
  const [leaking] = searchFor(schema)(value);
  return leaking === undefined
    ? { ok: true, value }
    : refuse('forbidden_material', leaking.join('.'), MATERIAL_HELP);
};

const MATERIAL_HELP: Help = {
  detail:
    'The text contains what looks like a credential; refer to where it is kept instead, or leave it out.',
};

const searchFor = (schema: AnySchema): MaterialSearch => {
  const known = SEARCHES.get(schema);
  if (known !== undefined) return known;
  const made = compileMaterialSearch(schema);
  SEARCHES.set(schema, made);
  return made;
};

// Schemas are constants, so each is compiled once.
const SEARCHES = new WeakMap<AnySchema, MaterialSearch>();

const reasonOf = (issue: v.BaseIssue<unknown>, path: string, place: 'query' | 'body'): ReasonCode => {
  if (isUnknownField(issue)) return 'unknown_field';
  if (isScopeField(path) && issue.input === undefined) return 'missing_scope';
  if (place === 'body' || isScopeField(path)) return 'invalid_request';
  return parameterReason(path);
};
