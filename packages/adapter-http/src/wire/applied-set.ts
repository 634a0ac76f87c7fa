import { APPLIED_KINDS, MAX_APPLIED_RESOURCES } from '@govgate/domain';
import * as v from 'valibot';
import { Count, DateTime, textOf } from './fields.js';
import { JsonObject } from './json-value.js';

/** Names a plan. */
const PlanDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** One resource of a set of files: its kind, its id in files, and its record in their spelling. */
export const AppliedResource = v.strictObject({
  kind: v.picklist(APPLIED_KINDS),
  id: textOf(1, 1024),
  applied: v.nullable(JsonObject),
  pending: v.optional(v.nullable(JsonObject)),
});

/** What was last applied from a set of files. */
export const AppliedSetAnswer = v.object({
  set_id: v.string(),
  recorded_at: DateTime,
  plan_digest: v.nullable(v.string()),
  resources: v.array(AppliedResource),
});

export const RecordAppliedSetBody = v.strictObject({
  plan_digest: v.nullable(PlanDigest),
  resources: v.pipe(v.array(AppliedResource), v.maxLength(MAX_APPLIED_RESOURCES)),
});

export const RecordedSetAnswer = v.object({
  set_id: v.string(),
  recorded_at: DateTime,
  resource_count: Count,
});
