import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@govgate/ports';

/** A link that signs in once (ADR 62). */
export interface OneTimeLink {
  readonly code: string;
  readonly redeem: (code: string) => string | undefined;
}

/** How long the link of a demonstration can be used. */
export const LINK_MINUTES = 10;

/**
 * Makes a code that stands for a token, in the memory of this process alone: the first who names it has the token, within ten minutes, and nobody
 * after that. A wrong code uses nothing up, so that nobody takes the link away by guessing.
 */
export const makeOneTimeLink = (
  token: string,
  clock: Pick<Clock, 'epochMs'>,
  random: (bytes: number) => Buffer = randomBytes,
): OneTimeLink => {
  const code = random(32).toString('base64url');
  const known = digestOf(code);
  const until = clock.epochMs() + LINK_MINUTES * 60_000;
  let kept: string | undefined = token;
  return {
    code,
    redeem: (said) => {
      if (clock.epochMs() >= until) kept = undefined;
      if (kept === undefined || !timingSafeEqual(digestOf(said), known)) return undefined;
      const given = kept;
      kept = undefined;
      return given;
    },
  };
};

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
