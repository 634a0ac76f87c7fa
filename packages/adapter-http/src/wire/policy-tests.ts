import { POLICY_ACTIONS, POLICY_EFFECTS } from '@govgate/domain';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
import { Count, ETag, ReasonCodeField, SchemaVersion } from './fields.js';
import { JsonSchemaObject } from './json-value.js';
import { Permissions } from './permissions.js';
import { AnsweredHash, PolicyStatus, PolicyVersionName } from './policy-fields.js';

/** A tests document, checked by the domain. */
export const TestsDocument = described(
  verbatim(JsonSchemaObject),
  'A document of test cases for the policy.',
);

/** A tests document; null: none. */
export const Tests = v.nullable(TestsDocument);

export const TestRun = v.object({
  cases: described(Count, 'How many cases the document has.'),
  calls: described(Count, 'How many calls they stand for.'),
  failed: described(Count, 'How many calls were not decided as expected.'),
  failures: described(
    v.array(
      v.object({
        case: described(v.string(), 'The name of the case.', 'reads are allowed'),
        subject: described(v.string(), 'Who calls.', 'user:ada'),
        target: described(v.string(), 'What is called.', 'srv_crm/search'),
        action: described(v.picklist(POLICY_ACTIONS), 'What is done.'),
        expected: described(
          v.object({
            effect: described(v.picklist(POLICY_EFFECTS), 'What happens to the call.'),
            reason_code: described(
              v.nullable(v.string()),
              'The reason it expects; null for any.',
              'rule_matched',
            ),
            decided_by: described(
              v.nullable(v.array(v.string())),
              'The rules it expects to decide; null for any.',
              ['ask-for-writes'],
            ),
          }),
          'What the case expects.',
        ),
        actual: described(
          v.object({
            effect: described(v.picklist(POLICY_EFFECTS), 'What happens to the call.'),
            reason_code: described(v.string(), 'The reason of the decision.', 'rule_matched'),
            decided_by: described(
              v.array(v.string()),
              'Ids of the rules that decided; none where the default did.',
              ['ask-for-writes'],
            ),
          }),
          'What the policy decides.',
        ),
      }),
    ),
    'The first of those calls.',
  ),
});

/** A version's tests. */
export const PolicyTestsAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: PolicyVersionName,
  status: PolicyStatus,
  manifest_hash: AnsweredHash,
  etag: ETag,
  tests: described(
    v.nullable(verbatim(v.record(v.string(), v.unknown()))),
    'A document of test cases for the policy; null for none.',
  ),
  permissions: Permissions,
});

export const PolicyTestsBody = v.strictObject({
  tests: described(Tests, 'A document of test cases for the policy; null for none.'),
  reason_code: v.optional(ReasonCodeField),
});

/** Refusals of tests beyond the form described here. */
export const TESTS_REFUSALS = [
  { reasonCode: 'invalid_request', field: 'tests', when: 'The tests document is malformed.' },
  {
    reasonCode: 'unknown_reference',
    field: 'tests',
    when: 'A case refers to a subject, target or action that is not defined.',
  },
] as const;
