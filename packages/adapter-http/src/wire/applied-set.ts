import { APPLIED_KINDS, MAX_APPLIED_RESOURCES } from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import { Count, DateTime, Id, textOf } from './fields.js';
import { FreeObject } from './json-value.js';

/** Names a plan. */
const PlanDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** One resource of a set of files: its kind, its id in files, and its record in their spelling. */
export const AppliedResource = v.strictObject({
  kind: described(v.picklist(APPLIED_KINDS), 'What kind of record it is in files.'),
  id: described(textOf(1, 1024), 'Its id in files.', 'ada'),
  applied: described(
    v.nullable(FreeObject),
    'The record as last applied, in the spelling of files; null before the apply in progress has made it.',
  ),
  pending: described(
    v.optional(v.nullable(FreeObject)),
    'What an apply in progress makes of it, null to remove it; absent where none is in progress.',
  ),
});

/** What was last applied from a set of files. */
export const AppliedSetAnswer = v.object({
  set_id: described(v.string(), 'Names the set of files; a service may have many.', 'default'),
  recorded_at: described(DateTime, 'When the set was stored.'),
  plan_digest: described(
    v.nullable(v.string()),
    'SHA-256 of the plan that was applied; null where the records came another way, such as an export.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  resources: described(v.array(AppliedResource), 'Every resource of the set, each once.'),
});

export const RecordAppliedSetBody = v.strictObject({
  plan_digest: described(
    v.nullable(PlanDigest),
    'SHA-256 of the plan that was applied; null where the records came another way, such as an export.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  resources: described(
    v.pipe(v.array(AppliedResource), v.maxLength(MAX_APPLIED_RESOURCES)),
    'Every resource of the set, each once.',
  ),
});

export const RecordedSetAnswer = v.object({
  set_id: described(v.string(), 'Names the set of files; a service may have many.', 'default'),
  recorded_at: described(DateTime, 'When the set was stored.'),
  resource_count: described(Count, 'How many resources were stored.', 12),
});

export const AppliedSetParams = v.object({
  set_id: described(Id, 'Names the set of files; a service may have many.', 'default'),
});
