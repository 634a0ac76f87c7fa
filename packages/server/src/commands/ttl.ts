import { addSeconds, type Instant, instantOf } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** When something created now with this lifetime ends; null: never. */
export const endOfTtl = (ttl: string | undefined): Instant | null =>
  ttl === undefined ? null : addSeconds(instantOf(Date.now()), secondsOf(ttl));

/** The same for a token, where `never` must be said; undefined: the default of tokens. */
export const endOfTokenTtl = (ttl: string | undefined): Instant | null | undefined => {
  if (ttl === undefined) return undefined;
  return ttl === 'never' ? null : endOfTtl(ttl);
};

/** A duration such as 30m, 12h or 90d. */
const secondsOf = (ttl: string): number => {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(ttl) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new CommandFailure('--ttl must be a number up to 999999 and s, m, h or d, such as 90d.', EXIT.usage);
};
