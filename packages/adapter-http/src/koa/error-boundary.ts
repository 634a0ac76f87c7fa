import type { Refusal } from '@govgate/domain';
import { PortTimedOut, PortUnavailable, type ServiceLog } from '@govgate/ports';
import type { Ctx } from './call.js';
import { sendRefusal } from './send.js';

/** The one place where an exception becomes an answer: the cause is logged, and only a reason code leaves. */
export const answerFault = (ctx: Ctx, fault: unknown, log: ServiceLog): void => {
  const refusal = refusalOf(fault);
  log.failure(`a call ended with ${refusal.reasonCode}`, fault, { requestId: ctx.state.requestId });
  sendRefusal(ctx, refusal);
};

const refusalOf = (fault: unknown): Refusal => {
  if (!(fault instanceof PortUnavailable || fault instanceof PortTimedOut))
    return { reasonCode: 'internal_error' };
  if (fault.port === 'audit') return { reasonCode: 'audit_unavailable' };
  return { reasonCode: fault.port === 'store' ? 'store_unavailable' : 'dependency_unavailable' };
};
