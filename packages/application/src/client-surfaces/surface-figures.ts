import { type ClientSurface, epochMsOf, instantOf, type Scope } from '@govgate/domain';
import { clientSessionKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import type { RevocationProgress, RevocationStates } from './revocation-progress.js';

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'clock'>;

/** The counts of several surfaces at one time. */
export interface SurfaceFigures {
  readonly sessionsOf: (clientSurfaceId: string) => number;
  readonly auditsOf: (clientSurfaceId: string) => number;
  readonly denialsOf: (clientSurfaceId: string) => number;
  readonly revocationStateOf: RevocationStates;
  /** Until when the figures hold if nothing is committed, in milliseconds since 1970. 0: they may change without a commit. */
  readonly freshUntilMs: number;
}

const DAY_MS = 24 * 3600_000;
/** How far ahead to check which events leave the window. */
const LOOK_AHEAD_MS = 60_000;
const LEAVING_LIMIT = 200;

const RECENT = { resourceType: 'client_surface' } as const;

/** Counts what a page of surfaces shows, for all of them together: live sessions, and the events of the last 24 hours. */
export const surfaceFigures = async (
  deps: Deps,
  progress: RevocationProgress,
  scope: Scope,
  surfaces: readonly ClientSurface[],
): Promise<SurfaceFigures> => {
  const nowMs = deps.clock.epochMs();
  const from = instantOf(nowMs - DAY_MS);
  const clientSurfaceId = surfaces.map((surface) => surface.clientSurfaceId);
  const { tenantId } = scope;
  const recent = { ...RECENT, resourceIds: clientSurfaceId };
  const [sessions, audits, denials, revocationStateOf] = await Promise.all([
    deps.records.countBy(clientSessionKind, scope, 'liveSurfaceId', {
      is: { liveSurfaceId: clientSurfaceId },
    }),
    deps.auditTrail.countByResource(tenantId, { ...recent, from }),
    deps.auditTrail.countByResource(tenantId, { ...recent, from, outcome: 'denied' }),
    progress.of(surfaces),
  ]);
  return {
    sessionsOf: (id) => sessions.get(id) ?? 0,
    auditsOf: (id) => audits.get(id) ?? 0,
    denialsOf: (id) => denials.get(id) ?? 0,
    revocationStateOf,
    freshUntilMs: surfaces.some(dependsOnPlanes)
      ? 0
      : await countsHoldUntil(deps, tenantId, nowMs, audits.size > 0),
  };
};

/** The figures after a change is committed, including its own event. */
export const withOwnEvent = (figures: SurfaceFigures): SurfaceFigures => ({
  ...figures,
  auditsOf: (id) => figures.auditsOf(id) + 1,
});

// Planes report their progress without a commit.
const dependsOnPlanes = ({ approvalState }: ClientSurface): boolean => approvalState === 'revoked';

// Apart from commits, a window's counts change when its oldest event leaves it.
const countsHoldUntil = async (
  { auditTrail }: Deps,
  tenantId: string,
  nowMs: number,
  isAnyCounted: boolean,
): Promise<number> => {
  if (!isAnyCounted) return Number.POSITIVE_INFINITY;
  const from = nowMs - DAY_MS;
  const filter = { ...RECENT, from: instantOf(from), to: instantOf(from + LOOK_AHEAD_MS) };
  const leaving = await auditTrail.page(tenantId, { filter, direction: 'asc', limit: LEAVING_LIMIT });
  if (leaving.more) return 0;
  const oldestMs = leaving.items.map(({ occurredAt }) => epochMsOf(occurredAt));
  return Math.min(from + LOOK_AHEAD_MS - 1, ...oldestMs) + DAY_MS;
};
