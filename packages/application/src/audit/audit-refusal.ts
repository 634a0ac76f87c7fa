import { type AuditEventType, REASONS, type Refusal } from '@govgate/domain';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';

/** A change that was asked for and refused. */
export interface RefusedChange {
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly environmentId: string | null;
  /** "" for a refused create and for an id that breaks the id pattern. */
  readonly resourceId: string;
  readonly refusal: Refusal;
}

/** Tells the caller's own tenant's trail of a refused change. Rejects when the trail cannot be written: then the answer is 503. */
export type AuditRefusal = (context: CallContext, refused: RefusedChange) => Promise<void>;

/** Makes the auditor of refusals: `denied` for what the caller may not do, `failure` for the rest (decisions, section 15). */
export const makeAuditRefusal =
  (deps: Pick<Ports, 'unitOfWork' | 'clock' | 'ids'>): AuditRefusal =>
  async (context, { refusal, ...change }) => {
    const { kind } = REASONS[refusal.reasonCode];
    const outcome = kind === 'forbidden' || kind === 'unauthenticated' ? 'denied' : 'failure';
    const event = auditEvent(deps, context, { ...change, outcome, reasonCode: refusal.reasonCode });
    await deps.unitOfWork.commit({ changes: [], audit: [event] });
  };
