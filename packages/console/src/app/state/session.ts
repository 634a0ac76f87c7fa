import { failureOf } from './failure-of.js';
import type { Grant } from './oidc.js';
import { type SessionTimes, sessionTimes } from './session-times.js';
import { makeStore } from './store.js';

/** A sign-in as it began, or as it was renewed. */
export interface SessionStart {
  readonly since: number;
  readonly tokenEnds: number | null;
  /** What the identity provider gave, where it was one. */
  readonly grant: Grant | undefined;
}

/** What happens to a sign-in in the course of time. */
export interface SessionEvents {
  readonly renewed: (grant: Grant) => void;
  readonly ended: () => void;
}

interface Session extends SessionStart, SessionEvents {
  readonly tokenSince: number;
}

const store = makeStore<{ readonly endsSoonAt: number | undefined }>({ endsSoonAt: undefined });

/** When the session ends, once that is near. */
export const useSessionEnd = (): number | undefined => store.use().endsSoonAt;

// Timers stop while a computer sleeps, and none lasts longer than 24 days: time is compared instead.
const TICK_MS = 5_000;
const WARNING_MS = 5 * 60_000;
/** Until an environment says otherwise. */
export const DEFAULT_HOURS = 12;

let session: Session | undefined;
let ticking: ReturnType<typeof setInterval> | undefined;
let hours = DEFAULT_HOURS;
let isRenewing = false;

/** Follows a sign-in to its end, instead of the one before. */
export const followSession = (start: SessionStart, events: SessionEvents): void => {
  forgetSession();
  session = { ...start, ...events, tokenSince: Date.now() };
  ticking = setInterval(tick, TICK_MS);
  tick();
};

/** What the identity provider gave for the current sign-in. */
export const currentGrant = (): Grant | undefined => session?.grant;

export const forgetSession = (): void => {
  clearInterval(ticking);
  session = undefined;
  store.set({ endsSoonAt: undefined });
};

/** Takes the limit of the environment that is looked at. */
export const limitSession = (limit: number): void => {
  hours = limit;
  tick();
};

const tick = (): void => {
  if (session === undefined) return;
  const { limit, endsAt, renewAt } = timesOf(session);
  const now = Date.now();
  if (now >= limit) end(session);
  else {
    store.set({ endsSoonAt: now >= endsAt - WARNING_MS ? endsAt : undefined });
    if (renewAt !== undefined && now >= renewAt) void renew(session);
  }
};

const timesOf = (of: Session): SessionTimes =>
  sessionTimes({ ...of, hours, renews: of.grant?.refreshToken !== undefined });

const end = ({ ended }: SessionEvents): void => {
  forgetSession();
  ended();
};

/** Exchanges the refresh token. One that the provider refuses is not tried again; whatever else fails is, at the next tick. */
const renew = async (old: Session): Promise<void> => {
  if (isRenewing || old.grant === undefined) return;
  isRenewing = true;
  try {
    const grant = await (await import('./oidc.js')).renewedGrant(old.grant);
    if (session !== old) return;
    session = { ...old, grant, tokenSince: Date.now(), tokenEnds: endOf(grant) };
    old.renewed(grant);
  } catch (fault) {
    if (session === old && failureOf(fault).reasonCode === 'sign_in_refused')
      session = { ...old, grant: { ...old.grant, refreshToken: undefined } };
  } finally {
    isRenewing = false;
  }
};

/** When a grant's access token expires; null where the provider does not say. */
export const endOf = ({ expiresInSeconds }: Grant): number | null =>
  expiresInSeconds === undefined ? null : Date.now() + expiresInSeconds * 1_000;
