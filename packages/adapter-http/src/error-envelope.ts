import { REASONS, type ReasonCode, type Refusal } from '@govgate/domain';
import * as v from 'valibot';
import { statusOf } from './http-status.js';

const Count = v.pipe(v.number(), v.integer());

/** What a value must be, in the words of JSON Schema. */
export const ExpectationSchema = v.object({
  type: v.optional(v.string()),
  values: v.optional(v.array(v.union([v.string(), v.number(), v.boolean(), v.null()]))),
  pattern: v.optional(v.string()),
  format: v.optional(v.string()),
  minLength: v.optional(Count),
  maxLength: v.optional(Count),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
  minItems: v.optional(Count),
  maxItems: v.optional(Count),
});

/** The error envelope of every endpoint (docs/spec/conventions.md#errors; its last three members: docs/spec/conventions.md). */
export const ErrorEnvelopeSchema = v.object({
  schemaVersion: v.literal('1.0'),
  requestId: v.string(),
  status: v.pipe(v.number(), v.integer()),
  reasonCode: v.picklist(Object.keys(REASONS) as ReasonCode[]),
  message: v.string(),
  retryable: v.boolean(),
  machineSafe: v.literal(true),
  redactionStatus: v.literal('metadata_only'),
  field: v.optional(v.string()),
  detail: v.optional(v.string()),
  expected: v.optional(ExpectationSchema),
  permission: v.optional(v.string()),
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
