import { REASONS, type ReasonCode, type Refusal } from '@govgate/domain';
import * as v from 'valibot';
import { statusOf } from './http-status.js';
import { described } from './wire/described.js';

const Count = v.pipe(v.number(), v.integer());

/** What a value must be, in the words of JSON Schema. */
export const ExpectationSchema = v.object({
  type: described(v.optional(v.string()), 'The JSON type, such as `string`.'),
  values: described(
    v.optional(v.array(v.union([v.string(), v.number(), v.boolean(), v.null()]))),
    'Every value that is allowed.',
  ),
  pattern: described(v.optional(v.string()), 'A regular expression that texts must match.'),
  format: described(v.optional(v.string()), 'A format of JSON Schema, such as `date-time`.'),
  minLength: described(v.optional(Count), 'The fewest characters a text may have.'),
  maxLength: described(v.optional(Count), 'The most characters a text may have.'),
  minimum: described(v.optional(v.number()), 'The least number allowed.'),
  maximum: described(v.optional(v.number()), 'The greatest number allowed.'),
  minItems: described(v.optional(Count), 'The fewest entries a list may have.'),
  maxItems: described(v.optional(Count), 'The most entries a list may have.'),
});

/** The error envelope of every endpoint (docs/spec/conventions.md#errors; its last three members: docs/spec/conventions.md). */
export const ErrorEnvelopeSchema = v.object({
  schemaVersion: described(v.literal('1.0'), 'The version of the shape of this answer.'),
  requestId: described(
    v.string(),
    'Names the call, also in the `X-Request-Id` header and in logs.',
    'req_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  status: described(v.pipe(v.number(), v.integer()), 'The HTTP status, repeated.'),
  reasonCode: described(
    v.picklist(Object.keys(REASONS) as ReasonCode[]),
    'Why the call was refused. Programs should branch on this.',
  ),
  message: described(v.string(), 'A fixed English sentence for the code.'),
  retryable: described(v.boolean(), 'Whether the same request may succeed later.'),
  machineSafe: described(v.literal(true), 'Always true: programs may branch on `reasonCode` and `field`.'),
  redactionStatus: described(
    v.literal('metadata_only'),
    'Always `metadata_only`: nothing that was sent is repeated.',
  ),
  field: described(
    v.optional(v.string()),
    'The member of the body or the parameter at fault; absent where there is none.',
    'owner.team',
  ),
  detail: described(
    v.optional(v.string()),
    'What is wrong and what would be right, in one sentence; never a value that was sent.',
  ),
  expected: described(
    v.optional(ExpectationSchema),
    'The values that are accepted, as keywords of JSON Schema.',
  ),
  permission: described(
    v.optional(v.string()),
    'The permission that the caller lacks; only with `permission_denied`.',
    'policy.publish',
  ),
});

export type ErrorEnvelope = v.InferOutput<typeof ErrorEnvelopeSchema>;

/** The envelope of a refusal. Nothing that was sent is in it but the name of the field. */
export const errorEnvelope = (refusal: Refusal, requestId: string, permission?: string): ErrorEnvelope => {
  const { reasonCode, field, detail, expected } = refusal;
  const { message, retryable } = REASONS[reasonCode];
  return {
    schemaVersion: '1.0',
    requestId,
    status: statusOf(reasonCode),
    reasonCode,
    message,
    retryable,
    machineSafe: true,
    redactionStatus: 'metadata_only',
    ...(field === undefined ? {} : { field }),
    ...(detail === undefined ? {} : { detail }),
    ...(expected === undefined ? {} : { expected: expected as NonNullable<ErrorEnvelope['expected']> }),
    ...(reasonCode === 'permission_denied' && permission !== undefined ? { permission } : {}),
  };
};
