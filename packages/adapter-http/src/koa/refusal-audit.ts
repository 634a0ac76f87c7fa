import type { AuditRefusal } from '@govgate/application';
import { ok, type Refusal, type Result } from '@govgate/domain';
import { pathIds } from '../operation/path-id.js';
import type { CallCtx } from './call.js';
import { correlationIdOf } from './call-names.js';

/** Records a refused change in the trail, in the words of the requested operation. */
export const refusalAudit =
  (auditRefusal: AuditRefusal) =>
  async (ctx: CallCtx, refusal: Refusal): Promise<Result<undefined>> => {
    const { operation, principal, actor, requestId, environmentId } = ctx.state;
    const audited = operation?.audited;
    if (operation === undefined || audited === undefined || principal === undefined) return ok(undefined);
    const { [audited.idParam ?? '']: resourceId = '' } = pathIds(
      operation.params,
      ctx.params,
      ctx.req.headers,
    );
    await auditRefusal(
      {
        principal,
        ...(actor === undefined ? {} : { actor }),
        requestId,
        correlationId: correlationIdOf(ctx.req),
      },
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
