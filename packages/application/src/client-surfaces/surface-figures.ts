import { type ClientSurface, instantOf, type Scope } from '@govgate/domain';
import type { RevocationState } from '@govgate/domain/internal';
import { clientSessionKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import type { RevocationProgress } from './revocation-progress.js';

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'clock'>;

/** The counts of several surfaces at one time. */
export interface SurfaceFigures {
  readonly sessionsOf: (clientSurfaceId: string) => number;
  readonly auditsOf: (clientSurfaceId: string) => number;
  readonly denialsOf: (clientSurfaceId: string) => number;
  readonly revocationStateOf: (surface: ClientSurface) => RevocationState;
}

const DAY_MS = 24 * 3600_000;

interface SurfacesShown {
  readonly scope: Scope;
  readonly surfaces: readonly ClientSurface[];
}

/** Counts what a page of surfaces shows, for all of them together: live sessions, and the events of the last 24 hours. */
export const surfaceFigures = async (
  { records, auditTrail, clock }: Deps,
  progress: RevocationProgress,
  { scope, surfaces }: SurfacesShown,
): Promise<SurfaceFigures> => {
  const ids = surfaces.map((surface) => surface.clientSurfaceId);
  const from = instantOf(clock.epochMs() - DAY_MS);
  const [sessions, events, revocationStateOf] = await Promise.all([
    records.countBy(clientSessionKind, scope, 'liveSurfaceId', { is: { liveSurfaceId: ids } }),
    auditTrail.countByResource(scope.tenantId, { resourceType: 'client_surface', resourceIds: ids, from }),
    progress.of(surfaces),
  ]);
  return {
    sessionsOf: (id) => sessions.get(id) ?? 0,
    auditsOf: (id) => events.get(id)?.events ?? 0,
    denialsOf: (id) => events.get(id)?.denied ?? 0,
    revocationStateOf,
  };
};

/** The figures after a change is committed, including its own event. */
export const withOwnEvent = (figures: SurfaceFigures): SurfaceFigures => ({
  ...figures,
  auditsOf: (id) => figures.auditsOf(id) + 1,
});
