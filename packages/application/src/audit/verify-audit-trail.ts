import { ok, refuse } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type CheckpointView, checkpointView } from './checkpoint-view.js';
import { mayReadTrail } from './list-audit-events.js';
import type { TrailDeps } from './trail-deps.js';
import { type TrailReport, verifyTrail } from './verify-trail.js';

/** The answer of `GET /v1/audit/verify`. */
export interface VerifyView extends Omit<TrailReport, 'checkpoint'> {
  readonly schemaVersion: '1.0';
  readonly checkpoint: CheckpointView | null;
}

export interface VerifyAuditInput {
  readonly tenantId: string;
  /** From the first event, not only from the last checkpoint. */
  readonly whole: boolean;
}

/** Verifies the trail of the caller's tenant (docs/spec/audit.md; section 16, "Limits"). */
export const makeVerifyAuditTrail =
  (deps: TrailDeps & Pick<Ports, 'trailReadings'>): UseCase<VerifyAuditInput, VerifyView> =>
  async (context, { tenantId, whole }) => {
    const allowed = mayReadTrail(context, tenantId, 'audit.read');
    if (!allowed.ok) return allowed;
    const giveBack = deps.trailReadings.take(tenantId);
    if (giveBack === undefined) return refuse('rate_limited');
    try {
      const report = await verifyTrail(deps, tenantId, { whole, stop: context.stop });
      const checkpoint = report.checkpoint === null ? null : checkpointView(deps, report.checkpoint);
      return ok({ schemaVersion: '1.0', ...report, checkpoint });
    } finally {
      giveBack();
    }
  };
