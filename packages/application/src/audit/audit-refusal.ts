import { type AuditEventType, type AuditOutcome, REASONS, type Refusal } from '@govgate/domain';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { minuteOf } from '../call/quotas.js';
import { RefusalCounter, summaryOf } from './refusal-counter.js';

/** A requested change that was refused. */
export interface RefusedChange {
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly environmentId: string | null;
  /** "" for a refused create and for an id that breaks the id pattern. */
  readonly resourceId: string;
  readonly refusal: Refusal;
}

/** Records a refused change in the trail of the caller's own tenant. Rejects if the trail cannot be written: then the answer is 503. */
export type AuditRefusal = (context: CallContext, refused: RefusedChange) => Promise<void>;

/** Records refused changes in the trail without letting them fill it (docs/spec/conventions.md#limits). */
export interface RefusalAuditor {
  readonly audit: AuditRefusal;
  /**
   * Writes one summary event for each caller with more refusals than are recorded individually, for past minutes; `all`: for the current
   * one too. Rejects if the trail cannot be written; the counts are kept for the next attempt.
   */
  readonly sumUp: (all?: 'all') => Promise<void>;
}

type Deps = Pick<Ports, 'unitOfWork' | 'clock' | 'ids'>;

/**
 * Makes the auditor of refusals: `denied` for missing permissions, `failure` for the rest (docs/spec/audit.md).
 * `oneByOne`: refusals of a caller per minute with their own event; 0: all.
 */
export const makeRefusalAuditor = (deps: Deps, oneByOne: number): RefusalAuditor => {
  const counter = new RefusalCounter(oneByOne === 0 ? Number.POSITIVE_INFINITY : oneByOne);
  return {
    audit: async (context, refused) => {
      const outcome = outcomeOf(refused.refusal);
      const counted = { eventType: refused.eventType, outcome };
      if (!counter.isAuditedAlone(context, counted, minuteOf(deps.clock.epochMs()))) return;
      const { refusal, ...change } = refused;
      const event = auditEvent(deps, context, { ...change, outcome, reasonCode: refusal.reasonCode });
      await deps.unitOfWork.commit({ changes: [], audit: [event] });
    },
    sumUp: async (all) => {
      for (const key of counter.due(minuteOf(deps.clock.epochMs()), all))
        await writeSummary(deps, counter, key);
    },
  };
};

const writeSummary = async (deps: Deps, counter: RefusalCounter, key: string): Promise<void> => {
  const counted = counter.take(key);
  if (counted === undefined) return;
  try {
    const event = auditEvent(deps, counted.context, summaryOf(counted));
    await deps.unitOfWork.commit({ changes: [], audit: [event] });
  } catch (fault) {
    counter.giveBack(key, counted);
    throw fault;
  }
};

const outcomeOf = ({ reasonCode }: Refusal): Exclude<AuditOutcome, 'success'> => {
  const { kind } = REASONS[reasonCode];
  return kind === 'forbidden' || kind === 'unauthenticated' ? 'denied' : 'failure';
};
