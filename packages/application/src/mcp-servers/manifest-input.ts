import {
  type CredentialMode,
  defaultRiskTier,
  hintsOf,
  type Json,
  type Manifest,
  type ManifestTool,
  ok,
  REQUESTED_APPROVAL_STATUS,
  type ResourceOwner,
  type Result,
  type RiskTier,
  raisedRiskTier,
  refuse,
  type Scope,
  type Sha256Hex,
  toolSchemaHash,
} from '@govgate/domain';

type JsonObject = { readonly [key: string]: Json };

/** A tool as submitted by an owner: the review decides whether it is allowed. */
export interface ToolInput {
  readonly toolId: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly riskTier?: RiskTier | undefined;
  /** The tool's own hints, and whatever else its server says there; they may raise a tier, never lower one. */
  readonly annotations?: JsonObject | undefined;
  readonly gatewayStatus?: 'pending' | 'denied' | 'disabled' | undefined;
  readonly deniedReason?: string | undefined;
  readonly inputSchemaRef?: string | undefined;
  readonly inputSchema?: JsonObject | undefined;
  readonly title?: string | undefined;
  readonly outputSchema?: JsonObject | undefined;
  readonly icons?: readonly Json[] | undefined;
  readonly execution?: JsonObject | undefined;
  readonly _meta?: JsonObject | undefined;
  readonly policyRefs?: readonly string[] | undefined;
}

/** A manifest as submitted by an owner. */
export interface ManifestInput {
  readonly name: string;
  readonly version: string;
  readonly owner: ResourceOwner;
  readonly endpoint?: string | undefined;
  readonly registrationStatus?: 'draft' | 'active' | undefined;
  readonly credentialMode: CredentialMode;
  readonly docsUrl: string;
  /** Omitted if they are read from the live server. */
  readonly tools?: readonly ToolInput[] | undefined;
}

/** The manifest stored in a submission: tiers and references derived, nothing in it approved. */
export const manifestOf = (
  { scope, serverId }: { readonly scope: Scope; readonly serverId: string },
  input: ManifestInput,
  hash: Sha256Hex,
): Result<Manifest> => {
  const { tools = [] } = input;
  // A reason on a tool that is not denied would be lost in the review.
  if (tools.some((tool) => tool.deniedReason !== undefined && tool.gatewayStatus !== 'denied'))
    return refuse('invalid_request', 'manifest.tools');
  return ok({
    ...scope,
    serverId,
    name: input.name,
    version: input.version,
    owner: input.owner,
    ...(input.endpoint === undefined ? {} : { endpoint: input.endpoint }),
    registrationStatus: input.registrationStatus ?? 'active',
    credentialMode: input.credentialMode,
    requestedApprovalStatus: REQUESTED_APPROVAL_STATUS,
    docsUrl: input.docsUrl,
    tools: tools.map((tool) => toolOf(tool, hash)),
  });
};

const toolOf = (tool: ToolInput, hash: Sha256Hex): ManifestTool => ({
  toolId: tool.toolId.normalize('NFC'),
  name: tool.name,
  description: tool.description ?? '',
  riskTier: tierOf(tool),
  gatewayStatus: tool.gatewayStatus ?? 'pending',
  ...(tool.deniedReason === undefined ? {} : { deniedReason: tool.deniedReason }),
  inputSchemaRef:
    tool.inputSchemaRef ?? (tool.inputSchema === undefined ? '' : toolSchemaHash(tool.inputSchema, hash)),
  ...(tool.inputSchema === undefined ? {} : { inputSchema: tool.inputSchema }),
  policyRefs: tool.policyRefs ?? [],
  ...statedParts(tool),
});

const statedParts = (tool: ToolInput): Partial<ManifestTool> =>
  Object.fromEntries(
    (['title', 'outputSchema', 'annotations', 'icons', 'execution', '_meta'] as const).flatMap((part) =>
      tool[part] === undefined ? [] : [[part, tool[part]]],
    ),
  );

const tierOf = ({ riskTier, annotations }: ToolInput): RiskTier => {
  const hints = hintsOf(annotations);
  return riskTier === undefined ? defaultRiskTier(hints) : raisedRiskTier(riskTier, hints);
};
