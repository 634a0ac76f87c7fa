import type { GovgateError, Identity } from '@govgate/client';
import { createClient } from '@govgate/client';
import { API, ROOT } from '../place.js';
import { texts } from '../texts.js';
import { consoleFailure, failureOf } from './failure-of.js';
import { keptInTab } from './kept.js';
import type { Begun, Grant } from './oidc.js';
import { currentGrant, endOf, followSession, forgetSession } from './session.js';
import { makeStore } from './store.js';

/** Who is signed in, and with what. The token is in memory, and in sessionStorage on request. */
export interface SignedIn {
  readonly token: string;
  readonly me: Identity;
}

interface SignInState {
  readonly signedIn: SignedIn | undefined;
  /** Why nobody is signed in, if worth telling. */
  readonly failure: GovgateError | undefined;
  readonly isSigningIn: boolean;
  /** The refusal that the token has expired. The page and its forms stay until somebody signs in again. */
  readonly over: GovgateError | undefined;
  /** Whether this tab signed in on behalf of another one, and is done. */
  readonly isHandedOver: boolean;
}

const KEPT = 'govgate.token';
/** The state to continue a sign-in at the identity provider, kept in the tab that started it. */
export const BEGUN = 'govgate.sign-in';

const store = makeStore<SignInState>({
  signedIn: undefined,
  failure: undefined,
  isSigningIn: false,
  over: undefined,
  isHandedOver: false,
});

export const useSignIn = store.use;

/** The token of whoever is signed in by now. */
export const currentToken = (): string => store.get().signedIn?.token ?? '';

interface Begins {
  readonly stays: boolean;
  /** When the sign-in began; now where nothing is said. */
  readonly since?: number;
  /** What the identity provider gave with the token, where one did. */
  readonly grant?: Grant;
}

/** Determines a token's owner, and keeps the token if it has one. */
export const signIn = async (token: string, { stays, since = Date.now(), grant }: Begins): Promise<void> => {
  store.set({ isSigningIn: true, failure: undefined });
  try {
    const me = await createClient({ baseUrl: API, token, attempts: 2, quotaWaitMs: 0 }).readIdentity();
    const keep = (kept: string): void => {
      if (stays) keptInTab.keep(KEPT, JSON.stringify({ token: kept, since }));
    };
    keep(token);
    store.set({ signedIn: { token, me }, over: undefined });
    const tokenEnds = grant === undefined ? instantOf(me.token_expires_at) : endOf(grant);
    const renewed = (next: Grant): void => {
      keep(next.token);
      store.set({ signedIn: { me, token: next.token } });
    };
    followSession({ since, tokenEnds, grant }, { renewed, ended: endSession });
  } catch (fault) {
    keptInTab.forget(KEPT);
    store.set({ failure: failureOf(fault) });
  } finally {
    store.set({ isSigningIn: false });
  }
};

const instantOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** The session has reached its limit. Nothing is called with its token any more, and the page stays until somebody signs in again. */
const endSession = (): void => {
  const { signedIn } = store.get();
  keptInTab.forget(KEPT);
  if (signedIn !== undefined)
    store.set({
      signedIn: { ...signedIn, token: '' },
      over: consoleFailure('session_ended', texts.session.ended),
    });
};

/** Forgets the token, and signs out at the provider that gave it, if that offers to. */
export const signOut = (): void => {
  const idToken = currentGrant()?.idToken;
  forgetSession();
  keptInTab.forget(KEPT);
  store.set({ signedIn: undefined, over: undefined, failure: undefined });
  if (idToken !== undefined) void leaveProvider(idToken);
};

const leaveProvider = async (idToken: string): Promise<void> => {
  const end = await (await import('./oidc.js')).endSessionAt(idToken).catch(() => undefined);
  if (end !== undefined) location.assign(end);
};

/** Handles a failed call. An expired token is reported wherever it is found, and kept nowhere. */
export const failureOfCall = (fault: unknown): GovgateError => {
  const error = failureOf(fault);
  if (error.status === 401 && store.get().signedIn !== undefined) {
    keptInTab.forget(KEPT);
    forgetSession();
    store.set({ over: error });
  }
  return error;
};

/**
 * Starts from the address: the code of a sign-in link, an answer of the identity provider, or what another tab waits for. All of it is
 * removed from the address before any request. Otherwise starts from a persisted token.
 */
export const signInFromPage = async (): Promise<void> => {
  const [, link] = /^#link=([\w-]+)$/.exec(location.hash) ?? [];
  const [, handTo] = /^#again=([\w-]+)$/.exec(location.hash) ?? [];
  const answer = answerIn(location);
  const kept = keptSignIn();
  if (link !== undefined) {
    clearAddress();
    await trying(async () => signIn(await redeemed(link), { stays: false }));
  } else if (handTo !== undefined) {
    clearAddress();
    await beginSignIn({ stays: false, handTo });
  } else if (answer !== undefined) {
    await finishSignIn(answer);
  } else if (kept !== undefined) await signIn(kept.token, { ...kept, stays: true });
};

/** Redirects to the identity provider; the state to return is kept in this tab. */
export const beginSignIn = (how: { readonly stays: boolean; readonly handTo?: string }): Promise<void> =>
  trying(async () => {
    await (await import('./oidc.js')).goToProvider(how, BEGUN);
    // Returning with the browser's back button finds the page as it was left.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) store.set({ isSigningIn: false });
    });
  }, true);

const finishSignIn = (answer: URLSearchParams): Promise<void> => {
  const begun = JSON.parse(keptInTab.read(BEGUN) ?? 'null') as Begun | null;
  keptInTab.forget(BEGUN);
  clearAddress(begun?.back ?? ROOT);
  return trying(async () => {
    const grant = await (await import('./oidc.js')).grantFor(answer, begun);
    if (begun?.handTo === undefined) return signIn(grant.token, { stays: begun?.stays ?? false, grant });
    new BroadcastChannel(BEGUN).postMessage({ to: begun.handTo, grant });
    store.set({ isHandedOver: true });
    close();
  });
};

const keptSignIn = (): { readonly token: string; readonly since: number } | undefined =>
  JSON.parse(keptInTab.read(KEPT) ?? 'null') ?? undefined;

/** What a provider appends to the console's first page, in the fragment as requested, or as its query. */
const answerIn = ({ pathname, hash, search }: Location): URLSearchParams | undefined => {
  if (pathname !== ROOT) return undefined;
  return [hash.slice(1), search]
    .map((text) => new URLSearchParams(text))
    .find((found) => found.has('state') && (found.has('code') || found.has('error')));
};

// Replaces the history entry: going back leads to no code.
const clearAddress = (to = location.pathname + location.search): void => history.replaceState(null, '', to);

const redeemed = async (code: string): Promise<string> => {
  const answer = await fetch(`${ROOT}sign-in-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { token, reasonCode, message } = await answer.json();
  if (typeof token === 'string') return token;
  throw consoleFailure(String(reasonCode), String(message));
};

const trying = async (act: () => Promise<void>, leaves = false): Promise<void> => {
  store.set({ isSigningIn: true, failure: undefined });
  try {
    await act();
    // The page is about to be left.
    if (leaves) return;
  } catch (fault) {
    store.set({ failure: failureOf(fault) });
  }
  store.set({ isSigningIn: false });
};
