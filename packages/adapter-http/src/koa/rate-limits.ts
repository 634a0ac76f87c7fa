import { isWithin, type RateStanding, type TakeQuota } from '@govgate/application';
import type { Principal } from '@govgate/domain';
import type { Operation } from '../operation/define-operation.js';
import type { CallCtx } from './call.js';

/** Counts a call against whoever calls, before anything else of it is looked at; false when their quota is used up. */
export const takeRate = async (
  takeQuota: TakeQuota,
  ctx: CallCtx,
  { tenantId, actorType, actorId }: Principal,
  { rateClass }: Operation,
): Promise<boolean> => {
  const standing = await takeQuota(rateClass, tenantId, actorType, actorId);
  if (standing !== undefined) tellStanding(ctx, standing);
  return isWithin(standing);
};

/** Tells a caller where they stand; a call that counts against two quotas tells of both (a field may stand twice, RFC 9651). */
export const tellStanding = (ctx: CallCtx, standing: RateStanding): void => {
  const { rateClass, quota, used, seconds } = standing;
  const { headers } = ctx.state;
  headers.push('RateLimit-Policy', `"${rateClass}";q=${quota};w=60`);
  headers.push('RateLimit', `"${rateClass}";r=${Math.max(0, quota - used)};t=${seconds}`);
  if (!isWithin(standing)) headers.push('Retry-After', String(seconds));
};
