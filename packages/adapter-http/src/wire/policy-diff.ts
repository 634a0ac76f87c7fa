import { EFFECT_CHANGE_CLASSES, POLICY_EFFECTS } from '@govgate/domain';
import * as v from 'valibot';
import { described } from './described.js';
import { SchemaVersion } from './fields.js';
import { PolicyVersionName } from './policy-fields.js';
import { WitnessedCall } from './simulation.js';

const DecidedEffect = described(
  v.object({
    effect: described(v.picklist(POLICY_EFFECTS), 'What happens to the call.'),
    rule_id: described(
      v.nullable(v.string()),
      'The rule that caused it; null for the default.',
      'ask-for-writes',
    ),
  }),
  'What happens to a call, and which rule causes it.',
);

/** The effect on calls: for each pair of rules that decide before and after, a witness call. */
export const Comparison = v.object({
  changes: described(
    v.array(
      v.object({
        class: described(v.picklist(EFFECT_CHANGE_CLASSES), 'How the decision changes.'),
        rule_ids: described(v.array(v.string()), 'The rules that decide on each side, the earlier first.', [
          'ask-for-writes',
        ]),
        before: DecidedEffect,
        after: DecidedEffect,
        witness: described(WitnessedCall, 'A call that is decided differently.'),
      }),
    ),
    'Groups of calls that are decided otherwise.',
  ),
  undecided: described(
    v.array(
      v.object({
        class: described(v.picklist(EFFECT_CHANGE_CLASSES), 'How the decision changes.'),
        rule_ids: described(v.array(v.string()), 'The rules that decide on each side, the earlier first.', [
          'ask-for-writes',
        ]),
      }),
    ),
    'Rules between which the search was given up, so that calls may change unseen.',
  ),
});

const OneSidedRule = v.object({
  rule_id: described(v.nullable(v.string()), 'The id of the rule; null for one without.', 'ask-for-writes'),
  rule: described(v.unknown(), 'The whole rule, as in its manifest.'),
});

export const DiffAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: PolicyVersionName,
  against: described(v.string(), 'The version that it is compared with.', 'pv_6'),
  identical: described(
    v.boolean(),
    'True if both manifests are the same in canonical form, so that their hashes are equal.',
  ),
  default_effect: described(
    v.nullable(
      v.object({
        before: described(v.unknown(), 'The default of the other version; null for none.'),
        after: described(v.unknown(), 'The default of this version; null for none.'),
      }),
    ),
    'The default, where it differs; null where it does not.',
  ),
  added: described(v.array(OneSidedRule), 'Rules that only this version has.'),
  removed: described(v.array(OneSidedRule), 'Rules that only the other version has.'),
  changed: described(
    v.array(
      v.object({
        rule_id: described(v.string(), 'Names the rule; unique in its policy.', 'ask-for-writes'),
        changed_fields: described(
          v.array(v.string()),
          'Names of the members that differ, never their values.',
          ['display_name'],
        ),
        before: described(v.unknown(), 'The rule in the other version.'),
        after: described(v.unknown(), 'The rule in this version.'),
      }),
    ),
    'Rules that both have, and that differ.',
  ),
  reordered: described(
    v.boolean(),
    'True if rules that both have stand in another order; no decision depends on it.',
  ),
  other_fields: described(
    v.array(v.string()),
    'Names of top-level members, besides rules and the default, that differ.',
  ),
  newly: described(
    v.nullable(Comparison),
    'Calls that would be decided differently; null if that was not computed.',
  ),
});
