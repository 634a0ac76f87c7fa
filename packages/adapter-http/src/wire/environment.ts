import * as v from 'valibot';
import { Id, ReasonCodeField, SchemaVersion } from './fields.js';

/** An environment of a tenant (docs/spec/identity.md). */
export const EnvironmentAnswer = v.object({
  schema_version: SchemaVersion,
  environment_id: v.string(),
  tenant_id: v.string(),
});

export const CreateEnvironmentBody = v.strictObject({
  environment_id: Id,
  reason_code: v.optional(ReasonCodeField),
});
