import {
  CREDENTIAL_MODES,
  type Json,
  REGISTRATION_STATUSES,
  RISK_TIERS,
  SUBMISSION_STATUSES,
} from '@govgate/domain';
import * as v from 'valibot';
import { DOCUMENT } from '../operation/schema-shape.js';
import { Id, Name, PageSize, PageToken, ReasonCodeField, ReasonText, ScopeQuery } from './fields.js';

// A console may make a link of it, so no other scheme is let in.
const WebAddress = v.pipe(v.string(), v.maxLength(2048), v.url(), v.regex(/^https?:\/\//i));

// In the spelling of MCP, whose words they are.
const Annotations = v.strictObject({
  title: v.optional(Name),
  readOnlyHint: v.optional(v.boolean()),
  destructiveHint: v.optional(v.boolean()),
  idempotentHint: v.optional(v.boolean()),
  openWorldHint: v.optional(v.boolean()),
});

/** A JSON Schema: a document in a spelling of its own. */
const InputSchema = v.pipe(
  v.custom<{ readonly [key: string]: Json }>(
    (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
  ),
  v.metadata({ ...DOCUMENT, type: 'object' }),
);

const ToolInput = v.strictObject({
  tool_id: Id,
  name: Name,
  description: v.optional(v.pipe(v.string(), v.maxLength(16_384))),
  risk_tier: v.optional(v.picklist(RISK_TIERS)),
  annotations: v.optional(Annotations),
  gateway_status: v.optional(v.picklist(['pending', 'denied', 'disabled'])),
  denied_reason: v.optional(ReasonText),
  input_schema_ref: v.optional(v.pipe(v.string(), v.maxLength(1024))),
  input_schema: v.optional(InputSchema),
  policy_refs: v.optional(v.pipe(v.array(Id), v.maxLength(100))),
});

const ManifestInput = v.strictObject({
  name: Name,
  version: Name,
  owner: v.strictObject({ team: Id, user_id: Id, escalation_contact: Name, oncall_rotation: Name }),
  endpoint: v.optional(WebAddress),
  registration_status: v.optional(v.picklist(['draft', 'active'])),
  credential_mode: v.picklist(CREDENTIAL_MODES),
  docs_url: WebAddress,
  tools: v.array(ToolInput),
});

const reasonFields = { reason_code: v.optional(ReasonCodeField), reason: v.optional(ReasonText) };

/** A server's first submission. */
export const RegisterMcpServerBody = v.strictObject({
  server_id: Id,
  manifest: ManifestInput,
  ...reasonFields,
});

/** A further submission. */
export const SubmitManifestBody = v.strictObject({ manifest: ManifestInput, ...reasonFields });

/** An approval: of exactly the manifest whose hash it names, and of the tools that it names. One that is not named stays pending. */
export const ApproveSubmissionBody = v.strictObject({
  manifest_hash: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  tool_reviews: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          tool_id: Id,
          risk_tier: v.optional(v.picklist(RISK_TIERS)),
          gateway_status: v.optional(v.picklist(['approved', 'denied', 'disabled'])),
          denied_reason: v.optional(ReasonText),
        }),
      ),
      v.maxLength(500),
    ),
  ),
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
});

/** The submissions of a server: the scope is required (contract, section 4.13). */
export const SubmissionsQuery = v.strictObject({
  tenant_id: Id,
  environment_id: Id,
  status: v.optional(v.picklist(SUBMISSION_STATUSES)),
});

export const McpServersQuery = v.strictObject({
  ...ScopeQuery.entries,
  registration_status: v.optional(v.picklist(REGISTRATION_STATUSES)),
  owner_team: v.optional(Id),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});
