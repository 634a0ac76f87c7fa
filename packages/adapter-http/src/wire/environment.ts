import { DEFINITION_SETTINGS } from '@govgate/domain';
import * as v from 'valibot';
import { Id, Name, ReasonCodeField, SchemaVersion } from './fields.js';

/** An environment of a tenant (docs/spec/identity.md). */
export const EnvironmentAnswer = v.object({
  schema_version: SchemaVersion,
  environment_id: v.string(),
  tenant_id: v.string(),
});

/** The same with its settings. */
export const EnvironmentDetailAnswer = v.object({
  ...EnvironmentAnswer.entries,
  display_name: v.nullable(v.string()),
  registry: v.nullable(
    v.object({ enabled: v.boolean(), public: v.boolean(), gateway_url: v.optional(v.string()) }),
  ),
  definitions: v.picklist(DEFINITION_SETTINGS),
  console: v.nullable(v.object({ session_hours: v.number() })),
  sessions: v.object({ end_on_logout: v.boolean() }),
});

export const EnvironmentParams = v.object({ environment_id: Id });

export const CreateEnvironmentBody = v.strictObject({
  environment_id: Id,
  reason_code: v.optional(ReasonCodeField),
});

/** Hours of a console session. */
const SessionHours = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(720));
const GatewayUrl = v.pipe(v.string(), v.maxLength(1024), v.regex(/^https?:\/\/[^\s?#@]+$/));

export const ConfigureEnvironmentBody = v.strictObject({
  display_name: v.optional(v.nullable(Name)),
  registry: v.optional(
    v.nullable(
      v.strictObject({ enabled: v.boolean(), public: v.boolean(), gateway_url: v.optional(GatewayUrl) }),
    ),
  ),
  definitions: v.optional(v.picklist(DEFINITION_SETTINGS)),
  console: v.optional(v.nullable(v.strictObject({ session_hours: SessionHours }))),
  sessions: v.optional(v.strictObject({ end_on_logout: v.boolean() })),
  reason_code: v.optional(ReasonCodeField),
});
