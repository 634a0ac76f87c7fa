/** What is known of a sign-in; times in milliseconds since 1970. */
export interface SignInFacts {
  readonly since: number;
  /** How long the environment lets a session of the console last. */
  readonly hours: number;
  /** When the access token was given, and when it expires; null for never. */
  readonly tokenSince: number;
  readonly tokenEnds: number | null;
  /** Whether the identity provider renews the access token. */
  readonly renews: boolean;
}

export interface SessionTimes {
  /** When the access token is renewed. */
  readonly renewAt: number | undefined;
  /** When the session ends whatever the token says. */
  readonly limit: number;
  /** The earliest end that nothing postpones: the limit, or that of a token that is not renewed. */
  readonly endsAt: number;
}

const HOUR_MS = 3_600_000;
const BEFORE_END_MS = 30_000;

/** When a sign-in is renewed, and when it ends. */
export const sessionTimes = ({ since, hours, tokenSince, tokenEnds, renews }: SignInFacts): SessionTimes => {
  const limit = since + hours * HOUR_MS;
  if (tokenEnds === null) return { renewAt: undefined, limit, endsAt: limit };
  if (!renews) return { renewAt: undefined, limit, endsAt: Math.min(limit, tokenEnds) };
  const halfway = (tokenSince + tokenEnds) / 2;
  return { renewAt: Math.max(halfway, tokenEnds - BEFORE_END_MS), limit, endsAt: limit };
};
