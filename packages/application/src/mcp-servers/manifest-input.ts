import {
  type Json,
  ok,
  type ResourceOwner,
  type Result,
  type RiskTier,
  refuse,
  type Scope,
  type Sha256Hex,
} from '@govgate/domain';
import {
  type CredentialMode,
  defaultRiskTier,
  hintsOf,
  type Manifest,
  type ManifestTool,
  REQUESTED_APPROVAL_STATUS,
  raisedRiskTier,
  toolSchemaHash,
} from '@govgate/domain/internal';
import { acceptServerJson, type GivenServerJson } from './server-json/accept-server-json.js';

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

/** A manifest as submitted by an owner. What a `server.json` says may be omitted; what is given beside it counts. */
export interface ManifestInput {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly owner: ResourceOwner;
  readonly endpoint?: string | undefined;
  readonly registrationStatus?: 'draft' | 'active' | undefined;
  readonly credentialMode: CredentialMode;
  readonly docsUrl?: string | undefined;
  readonly serverJson?: GivenServerJson | undefined;
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
  const described = descriptionOf(input);
  if (!described.ok) return described;
  return ok({
    ...scope,
    serverId,
    ...described.value,
    owner: input.owner,
    registrationStatus: input.registrationStatus ?? 'active',
    credentialMode: input.credentialMode,
    requestedApprovalStatus: REQUESTED_APPROVAL_STATUS,
    tools: tools.map((tool) => toolOf(tool, hash)),
  });
};

type Description = Pick<Manifest, 'name' | 'version' | 'docsUrl' | 'endpoint' | 'serverJson'>;

const descriptionOf = (input: ManifestInput): Result<Description> => {
  if (input.serverJson === undefined) return whole(input, {});
  const accepted = acceptServerJson(input.serverJson, input.endpoint);
  if (!accepted.ok) return accepted;
  const { serverJson, endpoint } = accepted.value;
  const described = whole(
    { ...input, endpoint },
    {
      name: serverJson.title ?? serverJson.name,
      version: serverJson.version,
      docsUrl: serverJson.websiteUrl ?? serverJson.repository?.url,
    },
  );
  return described.ok ? ok({ ...described.value, serverJson }) : described;
};

const whole = (
  { name, version, docsUrl, endpoint }: ManifestInput,
  found: Pick<ManifestInput, 'name' | 'version' | 'docsUrl'>,
): Result<Description> => {
  const all = {
    name: name ?? found.name,
    version: version ?? found.version,
    docsUrl: docsUrl ?? found.docsUrl,
  };
  if (all.name === undefined) return missing('manifest.name');
  if (all.version === undefined) return missing('manifest.version');
  if (all.docsUrl === undefined) return missing('manifest.docs_url');
  return ok({
    name: all.name,
    version: all.version,
    docsUrl: all.docsUrl,
    ...(endpoint === undefined ? {} : { endpoint }),
  });
};

const missing = (field: string): Result<never> =>
  refuse('invalid_request', field, { detail: 'The field is required where no server_json says it.' });

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
