import * as v from 'valibot';
import { DateTime, PrincipalId } from './fields.js';

/** A local group (contract, section 2.8). */
export const GroupAnswer = v.object({
  group_id: v.string(),
  display_name: v.string(),
  created_at: DateTime,
  disabled_at: v.optional(DateTime),
  members: v.array(v.string()),
});

export const AddMemberBody = v.strictObject({ user_id: PrincipalId });
