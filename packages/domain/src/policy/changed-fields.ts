import { canonicalJson, type Json } from '../canonical-json.js';
import type { PolicyVersion } from './policy-version.js';

/** The names of the fields that differ, sorted; `updatedAt` always would and is left out. For the audit trail: never values. */
export const changedPolicyFields = (before: PolicyVersion, after: PolicyVersion): string[] =>
  (Object.keys(after) as (keyof PolicyVersion)[])
    .filter((field) => field !== 'updatedAt' && !equal(before[field], after[field]))
    .sort();

const equal = (a: unknown, b: unknown): boolean =>
  a === b || canonicalJson(a as Json) === canonicalJson(b as Json);
