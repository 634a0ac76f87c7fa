import * as v from 'valibot';
import { ReasonCodeField, ReasonText } from './fields.js';

/** A body with an optional reason code. */
export const OptionalReasonBody = v.strictObject({ reason_code: v.optional(ReasonCodeField) });

/** A body with a reason. */
export const ReasonBody = v.strictObject({ reason_code: ReasonCodeField, reason: v.optional(ReasonText) });
