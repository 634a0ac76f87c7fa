import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@govgate/ports';

/** A one-time sign-in link (ADR 55). */
export interface OneTimeLink {
  readonly code: string;
  readonly redeem: (code: string) => string | undefined;
}

/** How long a demonstration's link is valid. */
export const LINK_MINUTES = 10;

/**
 * Creates a code for a token, kept only in this process's memory: the first to present it within ten minutes gets the token, and nobody
 * after that. A wrong code consumes nothing, so nobody can take the link away by guessing.
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
    redeem: (sent) => {
      if (clock.epochMs() >= until) kept = undefined;
      if (kept === undefined || !timingSafeEqual(digestOf(sent), known)) return undefined;
      const given = kept;
      kept = undefined;
      return given;
    },
  };
};

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
