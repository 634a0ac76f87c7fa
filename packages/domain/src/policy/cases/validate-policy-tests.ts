import { ID_PATTERN, PRINCIPAL_ID_PATTERN, TOOL_NAME_PATTERN } from '../../ids.js';
import { parseInstant } from '../../instant.js';
import { REASON_CODE_PATTERN } from '../../reason-code-pattern.js';
import {
  MANIFEST_LIMITS,
  NAMED_RESOURCE_PATTERN,
  POLICY_ACTIONS,
  POLICY_EFFECTS,
  RISK_TIERS,
} from '../manifest.js';
import {
  type Check,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  optional,
  ownMember,
  required,
  scalar,
  textLike,
  textUpTo,
} from '../manifest-checks.js';
import type { FindingLog, ManifestFinding } from '../manifest-finding.js';
import { scanManifest } from '../scan-manifest.js';
import { type PolicyTests, TESTS_LIMITS, TESTS_VERSION } from './policy-tests.js';

/** Where findings about tests point: the manifest has no such member. */
export const TESTS_PATH = '/tests';

/**
 * Everything that is wrong with a tests document; an empty list means that it can be run. Takes any JSON value and never throws. A
 * document too large or nested too deep gets just that finding.
 */
export const validatePolicyTests = (tests: unknown): readonly ManifestFinding[] => {
  const log = scanManifest(tests, TESTS_PATH);
  if (log.findings.some(({ reasonCode }) => reasonCode === 'limit_exceeded')) return log.findings;
  const before = log.findings.length;
  document(tests, TESTS_PATH, log);
  if (log.findings.length === before) checkCases(tests as PolicyTests, log);
  return log.findings;
};

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

const id = textLike(ID_PATTERN);
const ids = listOf(id, MANIFEST_LIMITS.listEntries);
const names = listOf(textLike(NAME), TESTS_LIMITS.listEntries);

const subject = objectOf({
  agent_id: optional(id),
  client_surface_id: optional(id),
  // Identity providers choose what users are called.
  user_id: optional(textLike(PRINCIPAL_ID_PATTERN)),
  groups: optional(ids),
});

const tier = optional(oneOf(...RISK_TIERS));
const TARGETS: Readonly<Record<string, Check>> = {
  mcp_server: objectOf({
    kind: required(oneOf('mcp_server')),
    server_id: required(id),
    tool_id: optional(textLike(TOOL_NAME_PATTERN)),
    resource_uri: optional(textLike(NAMED_RESOURCE_PATTERN)),
    prompt_name: optional(textLike(TOOL_NAME_PATTERN)),
    risk_tier: tier,
  }),
  api_source: objectOf({
    kind: required(oneOf('api_source')),
    api_source_id: required(id),
    operation_id: optional(id),
    risk_tier: tier,
  }),
};
const kindOnly = objectOf({ kind: required(oneOf(...Object.keys(TARGETS))) });

const target: Check = (value, path, log) => {
  const kind = ownMember(value, 'kind');
  const check = typeof kind === 'string' && Object.hasOwn(TARGETS, kind) ? TARGETS[kind] : undefined;
  (check ?? kindOnly)(value, path, log);
};

const attributeValue: Check = (value, path, log) =>
  Array.isArray(value)
    ? listOf(textUpTo(MANIFEST_LIMITS.text), MANIFEST_LIMITS.listEntries)(value, path, log)
    : scalar(value, path, log);

const expected = objectOf({
  subject: optional(textLike(NAME)),
  target: optional(textLike(NAME)),
  action: optional(oneOf(...POLICY_ACTIONS)),
  effect: required(oneOf(...POLICY_EFFECTS)),
  reason_code: optional(textLike(REASON_CODE_PATTERN)),
  decided_by: optional(listOf(id, TESTS_LIMITS.decidedBy)),
});

const testCase = objectOf({
  description: optional(textUpTo(MANIFEST_LIMITS.description)),
  subjects: required(names),
  targets: required(names),
  actions: required(listOf(oneOf(...POLICY_ACTIONS), POLICY_ACTIONS.length)),
  attributes: optional(mapOf(/^[A-Za-z][A-Za-z0-9_.-]{0,127}$/, attributeValue, TESTS_LIMITS.names)),
  expected: required(listOf(expected, TESTS_LIMITS.listEntries)),
});

const instant: Check = (value, path, log) => {
  if (typeof value !== 'string') log.add('schema_violation', path, { type: 'string', format: 'date-time' });
  else if (parseInstant(value) !== value)
    log.add('invalid_value', path, { type: 'string', format: 'date-time' });
};

const document: Check = objectOf({
  tests_version: required(oneOf(TESTS_VERSION)),
  now: optional(instant),
  subjects: required(mapOf(NAME, subject, TESTS_LIMITS.names)),
  targets: required(mapOf(NAME, target, TESTS_LIMITS.names)),
  cases: required(mapOf(NAME, testCase, TESTS_LIMITS.names)),
});

const checkCases = ({ subjects, targets, cases }: PolicyTests, log: FindingLog): void => {
  let calls = 0;
  const namedIn = noteUnnamed(log);
  for (const [name, one] of Object.entries(cases)) {
    const path = `${TESTS_PATH}/cases/${name}`;
    namedIn(subjects, one.subjects, `${path}/subjects`);
    namedIn(targets, one.targets, `${path}/targets`);
    one.expected.forEach((row, i) => {
      namedIn(one.subjects, row.subject, `${path}/expected/${i}/subject`);
      namedIn(one.targets, row.target, `${path}/expected/${i}/target`);
      namedIn(one.actions, row.action, `${path}/expected/${i}/action`);
    });
    if (one.actions.includes('tool.invoke')) invocable(one.targets, targets, log);
    calls += one.subjects.length * one.targets.length * one.actions.length;
  }
  if (calls > TESTS_LIMITS.calls)
    log.add('limit_exceeded', `${TESTS_PATH}/cases`, { type: 'array', maxItems: TESTS_LIMITS.calls });
};

/** Notes the names that are none of some, or no member of something. */
const noteUnnamed =
  (log: FindingLog) =>
  (
    known: readonly string[] | Readonly<Record<string, unknown>>,
    used: readonly string[] | string | undefined,
    path: string,
  ): void => {
    const isKnown = (name: string): boolean =>
      Array.isArray(known) ? known.includes(name) : Object.hasOwn(known, name);
    if (typeof used === 'string' && !isKnown(used)) log.add('unknown_reference', path);
    if (typeof used !== 'object') return;
    used.forEach((name, i) => {
      if (!isKnown(name)) log.add('unknown_reference', `${path}/${i}`);
    });
  };

// An invoke needs a named target: without one the decision means nothing.
const invocable = (used: readonly string[], targets: PolicyTests['targets'], log: FindingLog): void => {
  for (const name of new Set(used)) {
    const called = Object.hasOwn(targets, name) ? targets[name] : undefined;
    if (called === undefined) continue;
    const part = called.kind === 'mcp_server' ? 'tool_id' : 'operation_id';
    if (!Object.hasOwn(called, part)) log.add('missing_field', `${TESTS_PATH}/targets/${name}/${part}`);
  }
};
