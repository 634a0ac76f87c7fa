import { type ClientSurface, epochMsOf, instantOf, type RevocationState, type Scope } from '@govgate/domain';
import { clientSessionKind, type EventCount } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import type { RevocationProgress } from './revocation-progress.js';

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'clock'>;

/** The counts of several surfaces at one time. */
export interface SurfaceFigures {
  readonly sessionsOf: (clientSurfaceId: string) => number;
  readonly auditsOf: (clientSurfaceId: string) => number;
  readonly denialsOf: (clientSurfaceId: string) => number;
  readonly revocationStateOf: (surface: ClientSurface) => RevocationState;
  /** Until when the counts hold if nothing is committed, in milliseconds since 1970. */
  readonly freshUntilMs: number;
  /** Whether the figures still hold before that; undefined: they do unless something is committed. */
  readonly stillHold: (() => Promise<boolean>) | undefined;
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
  const [sessions, events, revocations] = await Promise.all([
    records.countBy(clientSessionKind, scope, 'liveSurfaceId', { is: { liveSurfaceId: ids } }),
    auditTrail.countByResource(scope.tenantId, { resourceType: 'client_surface', resourceIds: ids, from }),
    progress.of(surfaces),
  ]);
  return {
    sessionsOf: (id) => sessions.get(id) ?? 0,
    auditsOf: (id) => events.get(id)?.events ?? 0,
    denialsOf: (id) => events.get(id)?.denied ?? 0,
    revocationStateOf: revocations.of,
    freshUntilMs: countsHoldUntil(events),
    stillHold: revocations.stillHold,
  };
};

// Apart from commits, a window's counts change when its oldest event leaves it.
const countsHoldUntil = (events: ReadonlyMap<string, EventCount>): number =>
  Math.min(Number.POSITIVE_INFINITY, ...[...events.values()].map(({ oldest }) => epochMsOf(oldest) + DAY_MS));

/** The figures after a change is committed, including its own event. */
export const withOwnEvent = (figures: SurfaceFigures): SurfaceFigures => ({
  ...figures,
  auditsOf: (id) => figures.auditsOf(id) + 1,
});
