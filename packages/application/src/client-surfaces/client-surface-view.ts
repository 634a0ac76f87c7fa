import type { ClientSurface, Scope } from '@govgate/domain';
import {
  clientSurfaceAllowedActions,
  type RevocationState,
  SURFACE_REDACTION,
} from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { recordTag } from '../call/record-tag.js';
import type { SurfaceFigures } from './surface-figures.js';

type Shown =
  | 'clientSurfaceId'
  | 'tenantId'
  | 'displayName'
  | 'owner'
  | 'allowedEnvironmentIds'
  | 'authType'
  | 'clientType'
  | 'lifecycleState'
  | 'approvalState'
  | 'configSnippet'
  | 'discoverability';

type Redaction = typeof SURFACE_REDACTION;

/** A client surface as answered (docs/spec/client-surfaces.md#record). */
export interface ClientSurfaceView extends Pick<ClientSurface, Shown>, Redaction {
  readonly schemaVersion: '1.0';
  readonly revocationState: RevocationState;
  /** Live sessions in the call's environment. */
  readonly activeSessionCount: number;
  /** Events about it in the last 24 hours, and how many of them are denials. */
  readonly recentAuditCount: number;
  readonly recentDenyCount: number;
  readonly permissions: { readonly allowedActions: readonly string[] };
  /** The record's part of the ETag header. */
  readonly tag: string;
}

interface ViewedSurface {
  readonly stored: Stored<ClientSurface>;
  readonly figures: SurfaceFigures;
}

export const clientSurfaceView = (
  { principal }: CallContext,
  { environmentId }: Scope,
  { stored, figures }: ViewedSurface,
): ClientSurfaceView => {
  const surface = stored.record;
  const { clientSurfaceId } = surface;
  return {
    schemaVersion: '1.0',
    clientSurfaceId,
    tenantId: surface.tenantId,
    displayName: surface.displayName,
    owner: surface.owner,
    allowedEnvironmentIds: surface.allowedEnvironmentIds,
    authType: surface.authType,
    clientType: surface.clientType,
    lifecycleState: surface.lifecycleState,
    approvalState: surface.approvalState,
    revocationState: figures.revocationStateOf(surface),
    configSnippet: surface.configSnippet,
    discoverability: surface.discoverability,
    activeSessionCount: figures.sessionsOf(clientSurfaceId),
    recentAuditCount: figures.auditsOf(clientSurfaceId),
    recentDenyCount: figures.denialsOf(clientSurfaceId),
    permissions: { allowedActions: clientSurfaceAllowedActions(principal, surface, environmentId) },
    ...SURFACE_REDACTION,
    tag: recordTag(stored),
  };
};
