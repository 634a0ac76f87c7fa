import { isWithin, type RateUsage } from '@govgate/application';
import type { CallCtx } from './call.js';

/** Adds the headers that show how much of a quota is used; a call that counts against two quotas shows both (the field may be repeated, RFC 9651). */
export const addRateLimitHeaders = (ctx: CallCtx, usage: RateUsage): void => {
  const { rateClass, quota, used, seconds } = usage;
  const { headers } = ctx.state;
  headers.push('RateLimit-Policy', `"${rateClass}";q=${quota};w=60`);
  headers.push('RateLimit', `"${rateClass}";r=${Math.max(0, quota - used)};t=${seconds}`);
  if (!isWithin(usage)) headers.push('Retry-After', String(seconds));
};
