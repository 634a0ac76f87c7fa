import {
  CREDENTIAL_MODES,
  REGISTRATION_STATUSES,
  type ReasonCode,
  RISK_TIERS,
  SUBMISSION_STATUSES,
} from '@govgate/domain';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import {
  Id,
  ManifestHash,
  Name,
  PageSize,
  PageToken,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  ScopeQuery,
  ToolId,
  textOf,
} from './fields.js';
import { JsonObject, JsonValue } from './json-value.js';

// A console may turn it into a link, so no other scheme is accepted. User information is refused later, with its own reason: it may be a
// credential.
const WebAddress = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(/^https?:\/\/[A-Za-z0-9._~%!$&'()*+,;=:@\x5b\]-]+([/?#][A-Za-z0-9._~%!$&'()*+,;=:@/?#\x5b\]-]*)?$/),
);

/** A document with a spelling of its own, such as a JSON Schema or MCP's hints. */
const FreeObject = verbatim(JsonObject);

const ToolInput = v.strictObject({
  tool_id: ToolId,
  name: ToolId,
  description: v.optional(textOf(0, 16_384)),
  risk_tier: v.optional(v.picklist(RISK_TIERS)),
  annotations: v.optional(FreeObject),
  gateway_status: v.optional(v.picklist(['pending', 'denied', 'disabled'])),
  denied_reason: v.optional(ReasonText),
  input_schema_ref: v.optional(textOf(0, 1024)),
  input_schema: v.optional(FreeObject),
  title: v.optional(textOf(0, 16_384)),
  output_schema: v.optional(FreeObject),
  icons: v.optional(verbatim(v.array(JsonValue))),
  execution: v.optional(FreeObject),
  _meta: v.optional(FreeObject),
  policy_refs: v.optional(v.pipe(v.array(Id), v.maxLength(100))),
});

const ManifestInput = v.strictObject({
  name: Name,
  version: Name,
  owner: v.strictObject({ team: Id, user_id: PrincipalId, escalation_contact: Name, oncall_rotation: Name }),
  endpoint: v.optional(WebAddress),
  registration_status: v.optional(v.picklist(['draft', 'active'])),
  credential_mode: v.picklist(CREDENTIAL_MODES),
  docs_url: WebAddress,
  tools: v.optional(v.array(ToolInput)),
});

const reasonFields = { reason_code: v.optional(ReasonCodeField), reason: v.optional(ReasonText) };

/** A server's first submission. */
export const RegisterMcpServerBody = v.strictObject({
  server_id: Id,
  manifest: ManifestInput,
  from_live: v.optional(v.boolean()),
  ...reasonFields,
});

/** The input for reading a registered server's tools. */
export const ReadToolsBody = v.strictObject({ version: v.optional(Name), ...reasonFields });

/** A further submission. */
export const SubmitManifestBody = v.strictObject({ manifest: ManifestInput, ...reasonFields });

/** An approval: of exactly the manifest with this hash and of the tools listed. Others stay pending. */
export const ApproveSubmissionBody = v.strictObject({
  manifest_hash: ManifestHash,
  tool_reviews: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          tool_id: ToolId,
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

/** A server's submissions: the scope is required (docs/spec/mcp-servers.md#submissions). */
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

/** What a registration may weigh: as much as is read of a live server. */
export const MANIFEST_BODY_LIMIT = 1_048_576;

/** Refusals of a manifest beyond its form. */
export const MANIFEST_REFUSALS = [
  {
    reasonCode: 'limit_exceeded',
    field: 'manifest.tools',
    when: 'There are more tools than a manifest may have.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'manifest.tools',
    when: 'Tools are missing, a tool id or name is repeated, a tool has a denial reason without being denied, or a tool is marked critical, which only a reviewer may do.',
  },
] as const;

/** Refusals when reading a live server (docs/spec/mcp-servers.md). */
export const LIVE_READING_REFUSALS = [
  ...[
    'dns_failed',
    'connection_refused',
    'tls_failed',
    'timeout',
    'http_401',
    'http_403',
    'http_3xx',
    'http_404',
    'http_5xx',
    'handshake_invalid',
    'rpc_error',
    'ssrf_blocked',
  ].map((reasonCode) => reasonCode as ReasonCode),
  'dependency_unavailable',
  {
    reasonCode: 'limit_exceeded',
    field: 'manifest.endpoint',
    when: "The server's answer exceeds the limits: 1 MB, 1,000 tools, 100 pages.",
  },
  {
    reasonCode: 'invalid_request',
    field: 'manifest.endpoint',
    when: 'The manifest has no address to read from.',
  },
] as const;
