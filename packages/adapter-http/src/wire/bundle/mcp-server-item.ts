import { RISK_TIERS } from '@govgate/domain';
import {
  CONNECTOR_STATUSES,
  CREDENTIAL_MODES,
  PROBE_OUTCOMES,
  REGISTRATION_STATUSES,
  REQUESTED_APPROVAL_STATUS,
  SERVER_HEALTH_STATUSES,
  SUBMISSION_FINDING_CODES,
  SUBMISSION_FINDING_SEVERITIES,
  SUBMISSION_STATUSES,
  TOOL_GATEWAY_STATUSES,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { textOf } from '../fields.js';
import { UNVERIFIED_REASONS } from '../mcp-server.js';
import { ServerJsonDocument } from '../server-json.js';
import {
  Address,
  BundleId,
  BundleReasonCode,
  BundleText,
  ContributorsItem,
  Count,
  FreeDocument,
  FreeDocuments,
  Ids,
  Ignored,
  Moment,
  MomentOrEmpty,
  maybe,
  OwnerItem,
  RecordVersion,
  ReferenceText,
} from './bundle-fields.js';

// A server's own description of a tool; it may be long.
const Description = textOf(0, 16_384);

const Tool = v.strictObject({
  tool_id: BundleText,
  name: BundleText,
  description: v.optional(Description),
  risk_tier: v.picklist(RISK_TIERS),
  gateway_status: v.picklist(TOOL_GATEWAY_STATUSES),
  denied_reason: v.optional(BundleText),
  input_schema_ref: v.optional(BundleText),
  input_schema: v.optional(FreeDocument),
  policy_refs: v.optional(Ids),
  title: v.optional(Description),
  output_schema: v.optional(FreeDocument),
  annotations: v.optional(FreeDocument),
  icons: v.optional(FreeDocuments),
  execution: v.optional(FreeDocument),
  _meta: v.optional(FreeDocument),
  other: v.optional(FreeDocument),
  definition_hash: v.optional(BundleText),
  field_hashes: v.optional(
    v.strictObject({
      title: v.optional(BundleText),
      description: v.optional(BundleText),
      input_schema: v.optional(BundleText),
      output_schema: v.optional(BundleText),
      annotations: v.optional(BundleText),
      icons: v.optional(BundleText),
      execution: v.optional(BundleText),
      _meta: v.optional(BundleText),
      other: v.optional(BundleText),
    }),
  ),
});

const Definition = v.strictObject({
  definition_hash: BundleText,
  instructions: v.optional(Description),
  instructions_hash: v.optional(BundleText),
  prompts: v.optional(v.array(BundleText)),
  resources: v.optional(v.array(BundleText)),
});

const Manifest = v.strictObject({
  schema_version: RecordVersion,
  server_id: BundleId,
  name: BundleText,
  tenant_id: BundleId,
  environment_id: BundleId,
  version: BundleText,
  owner: OwnerItem,
  endpoint: v.optional(Address),
  registration_status: v.picklist(REGISTRATION_STATUSES),
  credential_mode: v.picklist(CREDENTIAL_MODES),
  requested_approval_status: v.optional(v.literal(REQUESTED_APPROVAL_STATUS)),
  docs_url: v.optional(Address),
  tools: v.optional(v.array(Tool)),
  server_json: v.optional(ServerJsonDocument),
  definition: v.optional(Definition),
});

const Submission = v.strictObject({
  submission_id: BundleId,
  sequence: v.pipe(Count, v.minValue(1)),
  status: v.picklist(SUBMISSION_STATUSES),
  manifest_hash: Ignored,
  hands: ContributorsItem,
  submitted_by: BundleText,
  submitted_at: Moment,
  version: Ignored,
  max_tool_risk_tier: Ignored,
  approved_tool_count: Ignored,
  denied_candidate_count: Ignored,
  reviewed_by: maybe(BundleText),
  review_reason_code: maybe(BundleReasonCode),
  review_reason: maybe(BundleText),
  reviewed_at: maybe(Moment),
  superseded_by_submission_id: maybe(BundleId),
  created_from_snapshot_id: maybe(BundleId),
  manifest: Manifest,
  snapshot_id: v.optional(BundleId),
  tool_reviews: v.optional(
    v.array(
      v.strictObject({
        tool_id: BundleText,
        risk_tier: v.optional(v.picklist(RISK_TIERS)),
        gateway_status: v.optional(v.picklist(['approved', 'pending', 'denied', 'disabled'])),
        denied_reason: v.optional(BundleText),
      }),
    ),
  ),
  findings: v.optional(
    v.array(
      v.strictObject({
        severity: v.picklist(SUBMISSION_FINDING_SEVERITIES),
        code: v.picklist(SUBMISSION_FINDING_CODES),
        tool_id: v.nullable(BundleText),
        field: BundleText,
      }),
    ),
  ),
});

const FAILURE_REASONS = ['', 'never_checked', ...Object.keys(PROBE_OUTCOMES).filter((name) => name !== 'ok')];

/** An MCP server with its submissions and health (docs/spec/mcp-servers.md#submissions). Only bundles have the fields after `health`. */
export const McpServerItem = v.strictObject({
  server_id: BundleId,
  read_credential_ref: maybe(ReferenceText),
  read_credential_header: maybe(BundleText),
  tenant_id: BundleId,
  environment_id: BundleId,
  submissions: v.array(Submission),
  health: v.optional(
    v.strictObject({
      status: v.picklist(SERVER_HEALTH_STATUSES),
      routeAvailable: v.boolean(),
      latencyMs: Count,
      lastCheckedAt: MomentOrEmpty,
      checkedBy: BundleText,
      failureReason: v.picklist(FAILURE_REASONS),
      connectorStatus: v.picklist(CONNECTOR_STATUSES),
    }),
  ),
  disabled_at: maybe(Moment),
  drifted_tools: v.optional(
    v.array(
      v.strictObject({
        tool_id: BundleText,
        gateway_status: v.picklist(['changed', 'pending', 'unverified']),
        observed_hash: BundleText,
        changed_fields: v.array(BundleText),
        failure_reason: v.optional(v.picklist(UNVERIFIED_REASONS)),
        detected_at: Moment,
      }),
    ),
  ),
  drifted_fields: v.optional(v.array(BundleText)),
});
