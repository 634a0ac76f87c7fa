import type { Principal } from '@govgate/domain';
import type { Clock, RateCounter } from '@govgate/ports';
import type { Operation } from '../operation/define-operation.js';
import type { CallCtx } from './call.js';

const WINDOW_MS = 60_000;

/** Calls a minute for each class; 0 is no limit. */
export type RateQuotas = Readonly<Record<Operation['rateClass'], number>>;

/** Counts a call; false when its quota is used up. Tells the caller where they stand in the RateLimit headers. */
export type TakeRate = (ctx: CallCtx, principal: Principal, operation: Operation) => Promise<boolean>;

export const makeTakeRate =
  (counter: RateCounter, clock: Clock, quotas: RateQuotas): TakeRate =>
  async (ctx, principal, operation) => {
    const { rateClass } = operation;
    const quota = quotas[rateClass];
    if (quota === 0) return true;
    const now = clock.epochMs();
    const windowStart = now - (now % WINDOW_MS);
    const used = await counter.hit(`${rateClass}:${subjectOf(ctx, principal, operation)}`, windowStart);
    const seconds = Math.ceil((windowStart + WINDOW_MS - now) / 1000);
    const { headers } = ctx.state;
    headers.push('RateLimit-Policy', `"${rateClass}";q=${quota};w=60`);
    headers.push('RateLimit', `"${rateClass}";r=${Math.max(0, quota - used)};t=${seconds}`);
    if (used <= quota) return true;
    headers.push('Retry-After', String(seconds));
    return false;
  };

// Delivery tests spend the destination's patience, whoever asks for them; the others are the caller's own.
const subjectOf = (ctx: CallCtx, principal: Principal, operation: Operation): string =>
  operation.rateClass === 'delivery_tests'
    ? `${principal.tenantId}:${Object.values(ctx.params)[0] ?? ''}`
    : `${principal.tenantId}:${principal.actorType}:${principal.actorId}`;
