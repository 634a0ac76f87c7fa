import type { Instant } from '../instant.js';
import type { ResourceOwner } from '../owner.js';
import type { SurfaceApprovalState, SurfaceLifecycleState } from './client-surface.machine.js';

export const SURFACE_AUTH_TYPES = [
  'oauth2_pkce',
  'oauth2_client_credentials',
  'oidc',
  'mtls',
  'api_key',
  'workload_identity',
] as const;
export type SurfaceAuthType = (typeof SURFACE_AUTH_TYPES)[number];

export const SURFACE_CLIENT_TYPES = [
  'ide',
  'desktop_app',
  'cli',
  'web_app',
  'agent_runtime',
  'service',
  'ci_pipeline',
] as const;
export type SurfaceClientType = (typeof SURFACE_CLIENT_TYPES)[number];

export const CONFIG_SNIPPET_FORMATS = ['mcp_json', 'toml', 'yaml', 'env', 'shell'] as const;
export type ConfigSnippetFormat = (typeof CONFIG_SNIPPET_FORMATS)[number];

export const DISCOVERABILITIES = ['private', 'team', 'tenant'] as const;
export type Discoverability = (typeof DISCOVERABILITIES)[number];

/** Every surface's statement about secrets (docs/spec/client-surfaces.md). */
export const SURFACE_REDACTION = {
  materialReturn: 'never',
  includesSecretMaterial: false,
  redactionStatus: 'metadata_only',
} as const;

/** The configuration handed to a client; names its version, never a credential. */
export interface ConfigSnippet {
  readonly snippetId: string;
  readonly format: ConfigSnippetFormat;
  readonly generatedAt: Instant;
  readonly versionRef: string;
}

/**
 * An application through which users and agents reach the gateway (docs/spec/client-surfaces.md#record). It belongs to its tenant and is available in its
 * environments.
 */
export interface ClientSurface {
  readonly clientSurfaceId: string;
  readonly tenantId: string;
  readonly displayName: string;
  readonly owner: ResourceOwner;
  readonly allowedEnvironmentIds: readonly string[];
  readonly authType: SurfaceAuthType;
  readonly clientType: SurfaceClientType;
  readonly lifecycleState: SurfaceLifecycleState;
  readonly approvalState: SurfaceApprovalState;
  readonly configSnippet: ConfigSnippet;
  readonly discoverability: Discoverability;
  readonly reviewedBy: string | null;
  readonly reviewedAt: Instant | null;
  readonly disabledAt: Instant | null;
  readonly revokedAt: Instant | null;
  /** Its revocations, one per environment. Empty unless revoked. */
  readonly revocations: readonly { readonly environmentId: string; readonly revocationId: string }[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The input that creates a surface. */
export type ClientSurfaceDraft = Pick<
  ClientSurface,
  | 'clientSurfaceId'
  | 'tenantId'
  | 'displayName'
  | 'owner'
  | 'allowedEnvironmentIds'
  | 'authType'
  | 'clientType'
  | 'discoverability'
> & { readonly format: ConfigSnippetFormat };

/** The record of a draft, pending approval. */
export const newClientSurface = (
  { format, ...draft }: ClientSurfaceDraft,
  made: { readonly now: Instant },
): ClientSurface => ({
  ...draft,
  allowedEnvironmentIds: [...new Set(draft.allowedEnvironmentIds)].sort(),
  lifecycleState: 'draft',
  approvalState: 'pending_review',
  configSnippet: {
    snippetId: `${draft.clientSurfaceId}.config`,
    format,
    generatedAt: made.now,
    versionRef: 'v1',
  },
  reviewedBy: null,
  reviewedAt: null,
  disabledAt: null,
  revokedAt: null,
  revocations: [],
  createdAt: made.now,
  updatedAt: made.now,
});

/** Whether a surface is available in an environment. */
export const isVisibleIn = (surface: ClientSurface, environmentId: string): boolean =>
  surface.allowedEnvironmentIds.includes(environmentId);
