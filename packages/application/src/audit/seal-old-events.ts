import { addSeconds, epochMsOf } from '@govgate/domain';
import type { JobHandler } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { type SealingDeps, sealTrail } from './seal-trail.js';
import { reportFault } from './sign-checkpoint.js';
import { newestSegment } from './trail-segments.js';

const DAY_SECONDS = 24 * 3600;
/** At most one segment per trail and day: each is an event and a record that stay. */
const SEGMENT_EVERY_MS = 20 * 3_600_000;

/** Seals events past the installation's retention in every tenant; does nothing without a retention (ADR 4). */
export const makeSealOldEvents =
  (deps: SealingDeps & Pick<Ports, 'settings'>): JobHandler['run'] =>
  async (_, stop) => {
    const { auditRetentionDays: days } = deps.settings;
    if (days === undefined) return;
    for (const tenantId of await deps.auditTrail.tenants()) {
      if (stop.aborted) return;
      const before = addSeconds(deps.clock.now(), -days * DAY_SECONDS);
      if (await isEarly(deps, tenantId)) continue;
      const { fault } = await sealTrail(deps, tenantId, { before, by: 'worker', stop });
      if (fault !== undefined) reportFault(deps, tenantId, fault);
    }
  };

// An interrupted sealing resumes at once: its segment's events are still to be removed.
const isEarly = async (deps: SealingDeps, tenantId: string): Promise<boolean> => {
  const segment = await newestSegment(deps, tenantId);
  if (segment === undefined) return false;
  const first = await deps.auditTrail.firstSequence(tenantId);
  const isWhole = first === undefined || first > segment.lastSequence;
  return isWhole && deps.clock.epochMs() - epochMsOf(segment.sealedAt) < SEGMENT_EVERY_MS;
};
