import type { AuditRefusal } from '@govgate/application';
import { ok, type Refusal, type Result } from '@govgate/domain';
import { pathIds } from '../operation/path-id.js';
import type { CallCtx } from './call.js';
import { correlationIdOf } from './call-names.js';

/** Tells the trail of a refused change, in the words of the operation that was asked for. */
export const refusalAudit =
  (auditRefusal: AuditRefusal) =>
  async (ctx: CallCtx, refusal: Refusal): Promise<Result<undefined>> => {
    const { operation, principal, requestId, environmentId } = ctx.state;
    const audited = operation?.operation.audited;
    if (operation === undefined || audited === undefined || principal === undefined) return ok(undefined);
    const { [audited.idParam ?? '']: resourceId = '' } = pathIds(operation.operation.params, ctx.params);
    await auditRefusal(
      { principal, requestId, correlationId: correlationIdOf(ctx.req) },
      {
        eventType: audited.eventType,
        action: audited.action,
        environmentId: environmentId ?? null,
        resourceId,
        refusal,
      },
    );
    return ok(undefined);
  };
