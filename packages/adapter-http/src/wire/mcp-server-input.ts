import { type ReasonCode, RISK_TIERS } from '@govgate/domain';
import {
  CREDENTIAL_MODES,
  MAX_MANIFEST_TOOLS,
  READ_CREDENTIAL_HEADER,
  REGISTRATION_STATUSES,
  SUBMISSION_STATUSES,
} from '@govgate/domain/internal';
import { mcpServerKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { FREE } from '../operation/schema-shape.js';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
import {
  Id,
  listQuery,
  ManifestHash,
  Name,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  ScopeQuery,
  SecretReferenceText,
  ToolId,
  textOf,
  WebAddress,
} from './fields.js';
import { FreeObject, FreeValue } from './json-value.js';
import { ServerJsonDocument } from './server-json.js';

/** A document with a spelling of its own, such as a JSON Schema or MCP's hints. */
const OwnObject = verbatim(FreeObject);

const ToolInput = v.strictObject({
  tool_id: described(ToolId, 'The tool, as its server calls it.', 'search'),
  name: described(ToolId, "The tool's name in MCP.", 'search'),
  description: described(
    v.optional(textOf(0, 16_384)),
    "What the tool does, in its server's words.",
    'Finds customers by name',
  ),
  risk_tier: described(v.optional(v.picklist(RISK_TIERS)), 'How much harm calls of the tool can do.'),
  annotations: described(
    v.optional(OwnObject),
    "Hints of the tool's server. They may raise the risk tier, never lower it.",
  ),
  gateway_status: described(
    v.optional(v.picklist(['pending', 'denied', 'disabled'])),
    'Whether the tool should be kept out; pending if omitted.',
  ),
  denied_reason: v.optional(ReasonText),
  input_schema_ref: described(
    v.optional(textOf(0, 1024)),
    'Where the JSON Schema of the arguments is kept; "" where it is not kept elsewhere.',
    'schemas/search.json',
  ),
  input_schema: described(v.optional(OwnObject), 'JSON Schema of the arguments.'),
  title: described(v.optional(textOf(0, 16_384)), 'What people call the tool.', 'Search'),
  output_schema: described(v.optional(OwnObject), 'JSON Schema of the results.'),
  icons: described(
    v.optional(verbatim(v.pipe(v.array(FreeValue), v.metadata(FREE)))),
    'Pictures of the tool, as its server lists them.',
  ),
  execution: described(v.optional(OwnObject), "Members of the tool's `execution` as its server states them."),
  _meta: described(
    v.optional(OwnObject),
    "What the tool's server attached under `_meta`, in MCP's spelling.",
  ),
  policy_refs: described(
    v.optional(v.pipe(v.array(Id), v.maxLength(100))),
    'Policy versions that the tool was reviewed with.',
    ['pv_7'],
  ),
});

const ManifestInput = described(
  v.strictObject({
    name: described(
      v.optional(Name),
      'What people call the server; may be omitted where `server_json` says it.',
      'CRM',
    ),
    version: described(
      v.optional(Name),
      'The version of the server that the manifest describes; may be omitted where `server_json` says it.',
      '1.4.0',
    ),
    owner: described(
      v.strictObject({
        team: described(Id, 'The team that is accountable.', 'payments'),
        user_id: described(PrincipalId, 'Names the user, as in the `sub` of their tokens.', 'ada'),
        escalation_contact: described(Name, 'Whom to reach in an emergency.', 'payments-oncall'),
        oncall_rotation: described(Name, 'The rota whose member is called first.', 'payments-primary'),
      }),
      'Who is accountable for it, and how to reach them.',
    ),
    endpoint: described(
      v.optional(WebAddress),
      'Where gateways reach the server; by default that of the first remote of `server_json`.',
      'https://crm.example.com/mcp',
    ),
    registration_status: described(
      v.optional(v.picklist(['draft', 'active'])),
      'Whether the server is to be used once approved.',
    ),
    credential_mode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
    docs_url: described(
      v.optional(WebAddress),
      'Where people read about the server; may be omitted where `server_json` says it.',
      'https://docs.example.com/crm',
    ),
    server_json: described(
      v.optional(ServerJsonDocument),
      "The server's `server.json` (MCP registry). What is given beside it counts.",
    ),
    tools: described(v.optional(v.array(ToolInput)), 'The tools that the server offers; none if omitted.'),
  }),
  'What the server is and offers.',
);

const readFields = {
  read_credential_ref: described(
    SecretReferenceText,
    'A reference (`env:` or `file:`) to the credential that the server is read with at the address of the manifest; null removes it. Write-only. Wants `mcp_server.review` as well.',
    'file:mcp/crm-token',
  ),
  read_credential_header: described(
    v.optional(v.nullable(v.pipe(v.string(), v.regex(READ_CREDENTIAL_HEADER)))),
    'The header that carries the credential as it is; null or omitted for `Authorization: Bearer`.',
    'X-Api-Key',
  ),
};

const reasonFields = { reason_code: v.optional(ReasonCodeField), reason: v.optional(ReasonText) };

/** A server's first submission. */
export const RegisterMcpServerBody = v.strictObject({
  server_id: described(Id, 'Names the MCP server; unique in its environment.', 'srv_crm'),
  manifest: ManifestInput,
  from_live: described(
    v.optional(v.boolean()),
    'True to read the tools from the server at `endpoint` instead of sending them.',
  ),
  ...readFields,
  ...reasonFields,
});

/** The input for reading a registered server's tools. */
export const ReadToolsBody = v.strictObject({
  version: described(
    v.optional(Name),
    'The version of the server to record; that of the live manifest if omitted.',
    '1.4.0',
  ),
  ...readFields,
  ...reasonFields,
});

/** A further submission. */
export const SubmitManifestBody = v.strictObject({
  manifest: ManifestInput,
  ...readFields,
  ...reasonFields,
});

/** An approval: of exactly the manifest with this hash and of the tools listed. Others stay pending. */
export const ApproveSubmissionBody = v.strictObject({
  manifest_hash: described(
    ManifestHash,
    'Hash of the manifest that was reviewed; refused if it is another.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  tool_reviews: described(
    v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            tool_id: described(ToolId, 'The tool, as its server calls it.', 'search'),
            risk_tier: described(
              v.optional(v.picklist(RISK_TIERS)),
              'How much harm calls of the tool can do.',
            ),
            gateway_status: described(
              v.optional(v.picklist(['approved', 'denied', 'disabled'])),
              'Whether gateways let calls of the tool through.',
            ),
            denied_reason: v.optional(ReasonText),
          }),
        ),
        v.maxLength(MAX_MANIFEST_TOOLS),
      ),
    ),
    'Decisions on single tools. Those not listed stay pending.',
  ),
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
});

/** A server's submissions: the scope is required (docs/spec/mcp-servers.md#submissions). */
export const SubmissionsQuery = v.strictObject({
  tenant_id: described(Id, 'The tenant of the server.', 'acme'),
  environment_id: described(Id, 'The environment of the server.', 'production'),
  status: described(v.optional(v.picklist(SUBMISSION_STATUSES)), 'Only submissions in this state.'),
});

export const McpServersQuery = v.strictObject({
  ...ScopeQuery.entries,
  registration_status: described(
    v.optional(v.picklist(REGISTRATION_STATUSES)),
    'Only servers in this state.',
  ),
  owner_team: described(v.optional(Id), 'Only servers of this team.', 'payments'),
  ...listQuery(recordSortsOf(mcpServerKind)),
});

/** What a registration and its review may weigh: as much as is read of a live server. */
export const MANIFEST_BODY_LIMIT = 1_048_576;

/** Refusals of a manifest beyond its form. */
export const MANIFEST_REFUSALS = [
  {
    reasonCode: 'invalid_request',
    field: 'manifest.name',
    when: 'Name, version or documentation are missing, and no server_json says them.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'manifest.server_json',
    when: 'A part of it cannot be used: the name is the registry’s own, a package names no exact version, or nothing says how the server is reached.',
  },
  {
    reasonCode: 'already_exists',
    field: 'manifest.server_json.name',
    when: 'Another approved server of the environment has this name.',
  },
  {
    reasonCode: 'limit_exceeded',
    field: 'manifest.server_json',
    when: 'It has more than 65,536 characters.',
  },
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
  {
    reasonCode: 'invalid_request',
    field: 'manifest.endpoint',
    when: 'The manifest has no address to read from.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'read_credential_ref',
    when: 'The reference is malformed, or a header is named without a reference.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'read_credential_header',
    when: 'The header belongs to the connection or to the reader itself.',
  },
  {
    reasonCode: 'permission_denied',
    field: 'read_credential_ref',
    when: 'A credential is given without the permission `mcp_server.review`.',
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
    'secret_ref_unresolved',
  ].map((reasonCode) => reasonCode as ReasonCode),
  'dependency_unavailable',
  {
    reasonCode: 'limit_exceeded',
    field: 'manifest.endpoint',
    when: "The server's answer exceeds the limits: 1 MB, 500 tools, 100 pages.",
  },
] as const;
