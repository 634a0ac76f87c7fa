import { canonicalHash, type Json, type Sha256Hex } from '../canonical-json.js';
import type { CredentialMode } from '../credential-binding/credential-binding.js';
import type { ResourceOwner } from '../owner.js';
import type { RiskTier } from '../policy/manifest.js';
import { addressHoldsSecret, holdsSecretMaterial } from '../policy/secret-material.js';
import { type Refused, refuse } from '../result.js';
import { highestRiskTier } from './risk-tier.js';
import type { ServerJson } from './server-json.js';
import {
  DEFINITION_FIELD_NAMES,
  DEFINITION_FIELDS,
  type FieldHashes,
  type JsonObject,
} from './tool-definition.js';

/** A server's registration as answered: the state of `registrationMachine`, or disabled. */
export const REGISTRATION_STATUSES = ['draft', 'active', 'deprecated', 'disabled'] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

export const TOOL_GATEWAY_STATUSES = [
  'approved',
  'pending',
  'changed',
  'unverified',
  'denied',
  'disabled',
] as const;
export type ToolGatewayStatus = (typeof TOOL_GATEWAY_STATUSES)[number];

/** A manifest's constant requests (docs/spec/mcp-servers.md). */
export const REQUESTED_APPROVAL_STATUS = 'pending_review';

/** One tool of a server (docs/spec/mcp-servers.md#submissions). */
export interface ManifestTool {
  readonly toolId: string;
  readonly name: string;
  readonly description: string;
  readonly riskTier: RiskTier;
  readonly gatewayStatus: ToolGatewayStatus;
  readonly deniedReason?: string;
  readonly inputSchemaRef: string;
  readonly inputSchema?: JsonObject;
  readonly policyRefs: readonly string[];
  /** As stated by its server, like the following. Anything that looked like a secret is omitted. */
  readonly title?: string;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly icons?: readonly Json[];
  readonly execution?: JsonObject;
  readonly _meta?: JsonObject;
  /** Members of the tool that the protocol does not name. */
  readonly other?: JsonObject;
  /** The hash of the tool's whole definition as given by the live server: the basis of drift detection (docs/spec/mcp-servers.md). */
  readonly definitionHash?: string;
  /** The hash of each part, so that drift can name the parts that differ. */
  readonly fieldHashes?: FieldHashes;
}

/** What a live server states besides its tools (docs/spec/mcp-servers.md). */
export interface ServerDefinition {
  /** Over the instructions, the names of prompts and resources, and the tools. */
  readonly definitionHash: string;
  /** Its instructions to the model about all its tools, without anything that looked like a secret. */
  readonly instructions?: string;
  readonly instructionsHash?: string;
  /** Sorted names; omitted if they could not be read. The same applies to `resources`. */
  readonly prompts?: readonly string[];
  readonly resources?: readonly string[];
}

/** What a server offers and how it is reached (docs/spec/mcp-servers.md#submissions). */
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
  /** What is kept of the `server.json` that it was registered from. */
  readonly serverJson?: ServerJson;
  /** Present if read from the live server. */
  readonly definition?: ServerDefinition;
}

/** Maximum tools in a manifest. */
export const MAX_MANIFEST_TOOLS = 500;

/** The document covered by a manifest's hash: the manifest exactly as answered by the API. */
export const manifestDocument = (manifest: Manifest): JsonObject => ({
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
  registration_status: manifest.registrationStatus,
  credential_mode: manifest.credentialMode,
  requested_approval_status: manifest.requestedApprovalStatus,
  docs_url: manifest.docsUrl,
  tools: manifest.tools.map(toolDocument),
  ...withoutAbsent({
    endpoint: manifest.endpoint,
    server_json: manifest.serverJson as Json | undefined,
    definition: manifest.definition && definitionDocument(manifest.definition),
  }),
});

/** A manifest's hash, named by a reviewer to approve exactly what they read. */
export const serverManifestHash = (manifest: Manifest, hash?: Sha256Hex): string =>
  canonicalHash(manifestDocument(manifest), hash);

/** Why a manifest cannot be submitted, or undefined: a credential in its texts, too many tools, or a repeated tool id or name. */
export const manifestRefusal = (manifest: Manifest): Refused | undefined => {
  const leaking = fieldWithMaterial(manifest);
  if (leaking !== undefined) return refuse('forbidden_material', leaking);
  if (manifest.tools.length > MAX_MANIFEST_TOOLS) return refuse('limit_exceeded', 'manifest.tools');
  const ids = new Set(manifest.tools.map((tool) => tool.toolId));
  const names = new Set(manifest.tools.map((tool) => tool.name));
  const twice = Math.min(ids.size, names.size) < manifest.tools.length;
  return twice ? refuse('invalid_request', 'manifest.tools') : undefined;
};

/** A summary's statement about the tools. A denied candidate is a tool to be kept out. */
export interface ToolCounts {
  readonly maxToolRiskTier: RiskTier;
  readonly approvedToolCount: number;
  readonly deniedCandidateCount: number;
}

/** Counts over tools; without tools the highest risk is low. */
export const countTools = (tools: readonly ManifestTool[]): ToolCounts => ({
  maxToolRiskTier: highestRiskTier(tools.map((tool) => tool.riskTier)),
  approvedToolCount: tools.filter((tool) => tool.gatewayStatus === 'approved').length,
  deniedCandidateCount: tools.filter((tool) => tool.gatewayStatus === 'denied').length,
});

const definitionDocument = (definition: ServerDefinition): JsonObject =>
  withoutAbsent({
    definition_hash: definition.definitionHash,
    instructions: definition.instructions,
    instructions_hash: definition.instructionsHash,
    prompts: definition.prompts,
    resources: definition.resources,
  });

const withoutAbsent = (members: { readonly [key: string]: Json | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );

const toolDocument = (tool: ManifestTool): JsonObject => ({
  tool_id: tool.toolId,
  name: tool.name,
  description: tool.description,
  risk_tier: tool.riskTier,
  gateway_status: tool.gatewayStatus,
  ...(tool.deniedReason === undefined ? {} : { denied_reason: tool.deniedReason }),
  input_schema_ref: tool.inputSchemaRef,
  ...(tool.inputSchema === undefined ? {} : { input_schema: tool.inputSchema }),
  policy_refs: tool.policyRefs,
  ...withoutAbsent({
    title: tool.title,
    output_schema: tool.outputSchema,
    annotations: tool.annotations,
    icons: tool.icons,
    execution: tool.execution,
    _meta: tool._meta,
    other: tool.other,
    definition_hash: tool.definitionHash,
    field_hashes: tool.fieldHashes === undefined ? undefined : fieldHashesDocument(tool.fieldHashes),
  }),
});

const fieldHashesDocument = (hashes: FieldHashes): JsonObject =>
  withoutAbsent(
    Object.fromEntries(DEFINITION_FIELDS.map((field) => [DEFINITION_FIELD_NAMES[field], hashes[field]])),
  );

// All free texts; identifiers have a grammar of their own.
const fieldWithMaterial = (manifest: Manifest): string | undefined => {
  const { endpoint = '', docsUrl, owner } = manifest;
  if (addressHoldsSecret(endpoint)) return 'manifest.endpoint';
  if (addressHoldsSecret(docsUrl)) return 'manifest.docs_url';
  if ([manifest.name, manifest.version].some(holdsSecretMaterial)) return 'manifest';
  if (holdsSecretMaterial(JSON.stringify(manifest.definition ?? null))) return 'manifest.definition';
  if ([owner.escalationContact, owner.oncallRotation].some(holdsSecretMaterial)) return 'manifest.owner';
  return manifest.tools.some(toolLeaks) ? 'manifest.tools' : undefined;
};

const toolLeaks = (tool: ManifestTool): boolean =>
  addressHoldsSecret(tool.inputSchemaRef) ||
  [tool.name, tool.title ?? '', tool.description, tool.deniedReason ?? ''].some(holdsSecretMaterial) ||
  DEFINITION_FIELDS.some((field) => {
    const part = tool[field];
    return typeof part === 'object' && holdsSecretMaterial(JSON.stringify(part));
  });
