import { canonicalHash, type Json, type Sha256Hex } from '../canonical-json.js';
import type { CredentialMode } from '../credential-binding/credential-binding.js';
import type { ResourceOwner } from '../owner.js';
import type { RiskTier } from '../policy/manifest.js';
import { addressHoldsSecret, holdsSecretMaterial } from '../policy/secret-material.js';
import { type Refused, refuse } from '../result.js';
import type { RegistrationStatus } from './mcp-server.machine.js';
import { highestRiskTier } from './risk-tier.js';

export const TOOL_GATEWAY_STATUSES = ['approved', 'pending', 'changed', 'denied', 'disabled'] as const;
export type ToolGatewayStatus = (typeof TOOL_GATEWAY_STATUSES)[number];

/** What a manifest asks for, always (decisions, section 8). */
export const REQUESTED_APPROVAL_STATUS = 'pending_review';

/** One tool of a server (contract, section 2.7). */
export interface ManifestTool {
  readonly toolId: string;
  readonly name: string;
  readonly description: string;
  readonly riskTier: RiskTier;
  readonly gatewayStatus: ToolGatewayStatus;
  readonly deniedReason?: string;
  readonly inputSchemaRef: string;
  readonly inputSchema?: { readonly [key: string]: Json };
  readonly policyRefs: readonly string[];
}

/** What a server offers and how it is reached (contract, section 2.7). */
export interface Manifest {
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly name: string;
  readonly version: string;
  readonly owner: ResourceOwner;
  readonly endpoint?: string;
  readonly registrationStatus: RegistrationStatus;
  readonly credentialMode: CredentialMode;
  readonly requestedApprovalStatus: typeof REQUESTED_APPROVAL_STATUS;
  readonly docsUrl: string;
  readonly tools: readonly ManifestTool[];
}

/** How many tools a manifest may list. */
export const MAX_MANIFEST_TOOLS = 500;

/** The document that a manifest's hash is taken of: the manifest exactly as the API answers with it. */
export const manifestDocument = (manifest: Manifest): { readonly [key: string]: Json } => ({
  schema_version: '1.0',
  server_id: manifest.serverId,
  name: manifest.name,
  tenant_id: manifest.tenantId,
  environment_id: manifest.environmentId,
  version: manifest.version,
  owner: {
    team: manifest.owner.team,
    user_id: manifest.owner.userId,
    escalation_contact: manifest.owner.escalationContact,
    oncall_rotation: manifest.owner.oncallRotation,
  },
  ...(manifest.endpoint === undefined ? {} : { endpoint: manifest.endpoint }),
  registration_status: manifest.registrationStatus,
  credential_mode: manifest.credentialMode,
  requested_approval_status: manifest.requestedApprovalStatus,
  docs_url: manifest.docsUrl,
  tools: manifest.tools.map(toolDocument),
});

const toolDocument = (tool: ManifestTool): { readonly [key: string]: Json } => ({
  tool_id: tool.toolId,
  name: tool.name,
  description: tool.description,
  risk_tier: tool.riskTier,
  gateway_status: tool.gatewayStatus,
  ...(tool.deniedReason === undefined ? {} : { denied_reason: tool.deniedReason }),
  input_schema_ref: tool.inputSchemaRef,
  ...(tool.inputSchema === undefined ? {} : { input_schema: tool.inputSchema }),
  policy_refs: tool.policyRefs,
});

/** The hash of a manifest, which a reviewer names in order to approve exactly what they read. */
export const serverManifestHash = (manifest: Manifest, hash?: Sha256Hex): string =>
  canonicalHash(manifestDocument(manifest), hash);

/** Why a manifest is not accepted for submission, or undefined: a credential in its texts, too many tools, or a tool id or name that stands twice. */
export const manifestRefusal = (manifest: Manifest): Refused | undefined => {
  const leaking = fieldWithMaterial(manifest);
  if (leaking !== undefined) return refuse('forbidden_material', leaking);
  if (manifest.tools.length > MAX_MANIFEST_TOOLS) return refuse('limit_exceeded', 'manifest.tools');
  const ids = new Set(manifest.tools.map((tool) => tool.toolId));
  const names = new Set(manifest.tools.map((tool) => tool.name));
  const twice = Math.min(ids.size, names.size) < manifest.tools.length;
  return twice ? refuse('invalid_request', 'manifest.tools') : undefined;
};

// Everything that an author words freely; identifiers have a grammar of their own.
const fieldWithMaterial = (manifest: Manifest): string | undefined => {
  const { endpoint = '', docsUrl, owner } = manifest;
  if (addressHoldsSecret(endpoint)) return 'manifest.endpoint';
  if (addressHoldsSecret(docsUrl)) return 'manifest.docs_url';
  if ([manifest.name, manifest.version].some(holdsSecretMaterial)) return 'manifest';
  if ([owner.escalationContact, owner.oncallRotation].some(holdsSecretMaterial)) return 'manifest.owner';
  return manifest.tools.some(toolLeaks) ? 'manifest.tools' : undefined;
};

const toolLeaks = (tool: ManifestTool): boolean =>
  addressHoldsSecret(tool.inputSchemaRef) ||
  [tool.name, tool.description, tool.deniedReason ?? ''].some(holdsSecretMaterial) ||
  (tool.inputSchema !== undefined && holdsSecretMaterial(JSON.stringify(tool.inputSchema)));

/** What a summary tells of the tools. A denied candidate is a tool that stays out. */
export interface ToolCounts {
  readonly maxToolRiskTier: RiskTier;
  readonly approvedToolCount: number;
  readonly deniedCandidateCount: number;
}

/** Counts over tools; without any tool the highest risk is low. */
export const countTools = (tools: readonly ManifestTool[]): ToolCounts => ({
  maxToolRiskTier: highestRiskTier(tools.map((tool) => tool.riskTier)),
  approvedToolCount: tools.filter((tool) => tool.gatewayStatus === 'approved').length,
  deniedCandidateCount: tools.filter((tool) => tool.gatewayStatus === 'denied').length,
});
