import { addSeconds, type Instant, ok, refuse, type Scope } from '@govgate/domain';
import { bucketStart, bucketStarts, holdsGrantIn } from '@govgate/domain/internal';
import { mayReadTrail } from '../audit/list-audit-events.js';
import { newestCheckpoint } from '../audit/own-checkpoints.js';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type FirstStepState, firstSteps } from './first-steps.js';
import { makeTroubles, type Troubles, type TroublesDeps } from './troubles.js';
import { makeWaitingRecords, type WaitingDeps, type WaitingRecords } from './waiting-records.js';

/** How much was changed and denied in the hour that begins at `start`. */
export interface ActivityCount {
  readonly start: Instant;
  readonly changes: number;
  readonly denials: number;
}

/** The trail's events of the last day by hour, and up to where it is signed. */
export interface TrailOverview {
  readonly hours: readonly ActivityCount[];
  readonly lastSequence: number;
  /** The last event that a checkpoint covers; 0: none. A checkpoint is signed only for what was verified. */
  readonly signedUpTo: number;
  readonly signedAt: Instant | null;
}

/** What waits, what fails and what happened; a part that the caller may not read is absent. */
export interface Overview extends Scope {
  readonly schemaVersion: '1.0';
  readonly generatedAt: Instant;
  readonly waiting: readonly WaitingRecords[];
  readonly troubles: Troubles;
  readonly trail?: TrailOverview;
  readonly firstSteps: readonly FirstStepState[];
}

type Deps = WaitingDeps & TroublesDeps & Pick<Ports, 'checkpointSigner' | 'verifySignature'>;

const HOUR = 3_600;

/** Tells what needs attention in an environment (docs/spec/operations.md#overview). */
export const makeReadOverview = (deps: Deps): UseCase<{ readonly scope: Scope }, Overview> => {
  const waitingRecords = makeWaitingRecords(deps);
  const troubles = makeTroubles(deps);
  return async (context, { scope }) => {
    const { principal } = context;
    if (principal.tenantId !== scope.tenantId || !holdsGrantIn(principal, scope.environmentId))
      return refuse('scope_forbidden');
    const [waiting, failing, trail, steps] = await Promise.all([
      waitingRecords(context, scope),
      troubles(context, scope),
      trailOverview(deps, context, scope.tenantId),
      firstSteps(deps, context, scope),
    ]);
    return ok({
      schemaVersion: '1.0',
      ...scope,
      generatedAt: deps.clock.now(),
      waiting,
      troubles: failing,
      ...(trail === undefined ? {} : { trail }),
      firstSteps: steps,
    });
  };
};

const trailOverview = async (
  deps: Deps,
  context: CallContext,
  tenantId: string,
): Promise<TrailOverview | undefined> => {
  if (!mayReadTrail(context, tenantId, 'audit.read').ok) return undefined;
  const now = deps.clock.now();
  const from = bucketStart(addSeconds(now, -23 * HOUR), 'hour');
  const to = addSeconds(now, 0.001);
  const [counts, { sequence }, { own }] = await Promise.all([
    deps.auditTrail.countByTime(tenantId, { filter: { from, to }, interval: 'hour' }),
    deps.auditTrail.head(tenantId),
    newestCheckpoint(deps, tenantId),
  ]);
  const hours = (bucketStarts(from, to, 'hour') ?? []).map((start) => {
    const { success: changes = 0, denied: denials = 0 } = counts.get(start) ?? {};
    return { start, changes, denials };
  });
  const signed = { signedUpTo: own?.head.size ?? 0, signedAt: own?.head.signedAt ?? null };
  return { hours, lastSequence: sequence, ...signed };
};
