import type { Bundle, BundleReason } from '@govgate/application';
import * as v from 'valibot';
import { explainIssue, explainUnknownName, isUnknownField, pathOf } from '../../operation/explain-issue.js';
import { compileIntake } from '../../operation/intake.js';
import { compileMaterialSearch } from '../../operation/material-search.js';
import type { AnySchema } from '../../operation/schema-shape.js';
import { pathText, type WireBundleProblem, wireProblem } from './bundle-problem.js';
import { BUNDLE_SCHEMAS, WIRE_SECTIONS, type WireSectionName } from './bundle-schema.js';

export type ParsedBundle =
  | { readonly ok: true; readonly bundle: Bundle }
  | { readonly ok: false; readonly problems: readonly WireBundleProblem[] };

const BUNDLE_VERSION = '1.0';

/**
 * Reads a bundle from a parsed JSON document (docs/spec/operations.md) and reports every fault of form, in the bundle's order. The import
 * checks what the records mean.
 */
export const parseBundle = (document: unknown): ParsedBundle => {
  if (!isObject(document)) return { ok: false, problems: [wireProblem('', 'invalid_value')] };
  const problems = envelopeProblems(document);
  const bundle: Record<string, unknown[]> = {};
  for (const name of WIRE_SECTIONS) {
    const items = document[name] ?? [];
    if (Array.isArray(items)) bundle[BUNDLE_SCHEMAS[name].section] = parseSection(name, items, problems);
    else problems.push(wireProblem(name, 'invalid_value'));
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, bundle: bundle as Bundle };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const envelopeProblems = (document: Readonly<Record<string, unknown>>): WireBundleProblem[] => {
  const known: readonly string[] = ['schema_version', ...WIRE_SECTIONS];
  const unknown = Object.keys(document).filter((key) => !known.includes(key));
  const problems = unknown.map((key) =>
    wireProblem(pathText([key]), 'unknown_field', explainUnknownName(key, known)),
  );
  if (document.schema_version === undefined) problems.push(wireProblem('schema_version', 'missing_field'));
  else if (document.schema_version !== BUNDLE_VERSION)
    problems.push(wireProblem('schema_version', 'unsupported_version'));
  return problems;
};

const INTAKES = Object.fromEntries(
  WIRE_SECTIONS.map((name) => [name, compileIntake(BUNDLE_SCHEMAS[name].item)]),
);

const SEARCHES = Object.fromEntries(
  WIRE_SECTIONS.map((name) => [name, compileMaterialSearch(BUNDLE_SCHEMAS[name].item)]),
);

const parseSection = (
  name: WireSectionName,
  items: readonly unknown[],
  problems: WireBundleProblem[],
): unknown[] => {
  const { item: schema } = BUNDLE_SCHEMAS[name];
  const parsed: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const read = v.safeParse(schema, item);
    if (!read.success) {
      for (const issue of read.issues) problems.push(problemOf(schema, issue, [name, index]));
      continue;
    }
    for (const path of SEARCHES[name]?.(read.output) ?? [])
      problems.push(wireProblem(pathText([name, index, ...path]), 'forbidden_material'));
    parsed.push(INTAKES[name]?.(read.output));
  }
  return parsed;
};

const problemOf = (
  schema: AnySchema,
  issue: v.BaseIssue<unknown>,
  place: readonly [string, number],
): WireBundleProblem =>
  wireProblem(pathText([...place, ...pathOf(issue)]), reasonOf(issue), explainIssue(schema, issue));

const reasonOf = (issue: v.BaseIssue<unknown>): BundleReason => {
  if (isUnknownField(issue)) return 'unknown_field';
  return issue.kind === 'schema' && issue.input === undefined ? 'missing_field' : 'invalid_value';
};
