import { validateManifest } from '../validate-manifest.js';
import { ruleOf } from './policies.js';

/** What a validation finds, in short: reason and pointer. */
export const brief = (body: unknown): unknown[] =>
  validateManifest(body).map(({ reasonCode, path }) => [reasonCode, path]);

/** A manifest of any rules, right or wrong. */
export const rules = (...list: unknown[]): unknown => ({
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: list,
});

/** The findings of one rule that is valid except for these fields; an undefined field is left out. */
export const ofRule = (fields: Record<string, unknown>): unknown[] =>
  brief(rules(JSON.parse(JSON.stringify({ ...ruleOf({ rule_id: 'r' }), ...fields }))));
