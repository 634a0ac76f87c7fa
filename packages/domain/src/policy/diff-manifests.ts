import { canonicalJson, type Json } from '../canonical-json.js';
import { isSameJson } from '../same-json.js';
import { MANIFEST_LIMITS } from './manifest.js';
import { isObject, ownMember } from './manifest-checks.js';
import type { ManifestBody } from './policy-version.js';

/** A rule in only one of two manifests. `ruleId` null: it has no unique id (a draft may be invalid). */
export interface OneSidedRule {
  readonly ruleId: string | null;
  readonly rule: Json;
}

/** A rule in both manifests, with the sorted names of differing fields. */
export interface ChangedRule {
  readonly ruleId: string;
  readonly changedFields: readonly string[];
  readonly before: Json;
  readonly after: Json;
}

/** The differences between two manifests, rule by rule. */
export interface ManifestDiff {
  /** The manifests are identical in canonical form: their hashes are equal. */
  readonly identical: boolean;
  /** Null if equal; a side without one is null. */
  readonly defaultEffect: { readonly before: Json; readonly after: Json } | null;
  readonly added: readonly OneSidedRule[];
  readonly removed: readonly OneSidedRule[];
  readonly changed: readonly ChangedRule[];
  /** The common rules are in a different order. That changes the hash and no decision. */
  readonly reordered: boolean;
  /** Names of other differing top-level fields, sorted. */
  readonly otherFields: readonly string[];
}

/**
 * Compares two manifests, valid or not; of one with more rules than allowed, only as many. Added and changed rules are in the order of
 * `after`, removed ones in that of `before`.
 */
export const diffManifests = (before: ManifestBody, after: ManifestBody): ManifestDiff => {
  const old = readRules(before);
  const fresh = readRules(after);
  const fields = differingFields(before, after);
  return {
    identical: fields.length === 0,
    defaultEffect: fields.includes('default_effect')
      ? { before: before.default_effect ?? null, after: after.default_effect ?? null }
      : null,
    added: missingFrom(old, fresh),
    removed: missingFrom(fresh, old),
    changed: changedRules(old, fresh),
    reordered: order(old, fresh) !== order(fresh, old),
    otherFields: fields.filter((field) => field !== 'rules' && field !== 'default_effect'),
  };
};

interface Rules {
  readonly byId: ReadonlyMap<string, Json>;
  /** Rules without an id, or with one already used, by their canonical text. */
  readonly others: ReadonlyMap<string, Json>;
}

const readRules = (body: ManifestBody): Rules => {
  const byId = new Map<string, Json>();
  const others = new Map<string, Json>();
  const rules = Array.isArray(body.rules) ? (body.rules as readonly Json[]) : [];
  for (const rule of rules.slice(0, MANIFEST_LIMITS.rules)) {
    const ruleId = isObject(rule) ? rule.rule_id : undefined;
    if (typeof ruleId === 'string' && !byId.has(ruleId)) byId.set(ruleId, rule);
    else others.set(canonicalJson(rule), rule);
  }
  return { byId, others };
};

const missingFrom = (there: Rules, here: Rules): OneSidedRule[] => [
  ...[...here.byId].filter(([id]) => !there.byId.has(id)).map(([ruleId, rule]) => ({ ruleId, rule })),
  ...[...here.others].filter(([text]) => !there.others.has(text)).map(([, rule]) => ({ ruleId: null, rule })),
];

const changedRules = (old: Rules, fresh: Rules): ChangedRule[] =>
  [...fresh.byId].flatMap(([ruleId, after]) => {
    const before = old.byId.get(ruleId);
    if (before === undefined) return [];
    const changedFields = differingFields(before as ManifestBody, after as ManifestBody);
    return changedFields.length === 0 ? [] : [{ ruleId, changedFields, before, after }];
  });

const differingFields = (a: ManifestBody, b: ManifestBody): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((key) => !isSameJson(ownMember(a, key), ownMember(b, key)))
    .sort();

const order = (a: Rules, b: Rules): string =>
  JSON.stringify([...a.byId.keys()].filter((id) => b.byId.has(id)));
