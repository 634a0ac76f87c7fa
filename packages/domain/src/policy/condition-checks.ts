import {
  CONDITION_ATTRIBUTE_PATTERN,
  CONDITION_OPERATORS,
  type ConditionOperator,
  MANIFEST_LIMITS,
} from './manifest.js';
import {
  type Check,
  listOf,
  objectOf,
  oneOf,
  ownMember,
  required,
  scalar,
  textLike,
  textUpTo,
} from './manifest-checks.js';
import type { FindingLog } from './manifest-finding.js';
import { namesForbiddenMaterial } from './secret-material.js';

/** An attribute's name. One named like a secret would put secrets into the manifest to compare with. */
const attribute: Check = (value, path, log) => {
  textLike(CONDITION_ATTRIBUTE_PATTERN)(value, path, log);
  if (typeof value === 'string' && namesForbiddenMaterial(value)) log.add('forbidden_material', path);
};

const searched: Check = (value, path, log) => {
  textUpTo(MANIFEST_LIMITS.text)(value, path, log);
  if (value === '') log.add('invalid_value', path);
};

const ordered: Check = (value, path, log) => {
  if (typeof value === 'boolean') log.add('schema_violation', path);
  else scalar(value, path, log);
};

// Without entries `in` would never hold and `not_in` always.
const choices: Check = (value, path, log) => {
  listOf(scalar, MANIFEST_LIMITS.listEntries)(value, path, log);
  if (Array.isArray(value) && value.length === 0) log.add('invalid_value', path);
};

/** The kind of value each operator takes. */
const VALUE_CHECKS: Readonly<Record<ConditionOperator, Check>> = {
  eq: scalar,
  ne: scalar,
  gt: ordered,
  lt: ordered,
  gte: ordered,
  lte: ordered,
  in: choices,
  not_in: choices,
  contains: searched,
  not_contains: searched,
  starts_with: searched,
  not_starts_with: searched,
};

const anyValue: Check = () => {};

const shape = objectOf({
  attribute: required(attribute),
  operator: required(oneOf(...CONDITION_OPERATORS)),
  value: required(anyValue),
});

/** One condition: its members, and a value of the kind its operator takes. */
export const condition: Check = (value, path, log: FindingLog) => {
  shape(value, path, log);
  const operator = ownMember(value, 'operator');
  const operand = ownMember(value, 'value');
  if (operand === undefined || typeof operator !== 'string' || !Object.hasOwn(VALUE_CHECKS, operator)) return;
  VALUE_CHECKS[operator as ConditionOperator](operand, `${path}/value`, log);
};
