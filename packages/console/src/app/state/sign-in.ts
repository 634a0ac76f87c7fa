import type { GovgateError, Identity } from '@govgate/client';
import { createClient } from '@govgate/client';
import { batch, signal } from '@preact/signals';
import { API, ROOT } from '../place.js';
import { consoleFailure, failureOf } from './failure-of.js';
import type { Begun } from './oidc.js';

/** Who is signed in, and with what. The token is in memory, and in sessionStorage on request. */
export interface SignedIn {
  readonly token: string;
  readonly me: Identity;
}

const KEPT = 'govgate.token';
/** The state to continue a sign-in at the identity provider, kept in the tab that started it. */
export const BEGUN = 'govgate.sign-in';

export const signedIn = signal<SignedIn | undefined>(undefined);
/** Why nobody is signed in, if worth telling. */
export const signInFailure = signal<GovgateError | undefined>(undefined);
export const isSigningIn = signal(false);
/** The refusal that the token has expired. The page and its forms stay until somebody signs in again. */
export const isOver = signal<GovgateError | undefined>(undefined);
/** Whether this tab signed in on behalf of another one, and is done. */
export const isHandedOver = signal(false);

/** Determines a token's owner, and keeps the token if it has one. */
export const signIn = async (token: string, stays: boolean): Promise<void> => {
  isSigningIn.value = true;
  signInFailure.value = undefined;
  try {
    const me = await createClient({ baseUrl: API, token, attempts: 2, quotaWaitMs: 0 }).readIdentity();
    if (stays) sessionStorage.setItem(KEPT, token);
    batch(() => {
      signedIn.value = { token, me };
      isOver.value = undefined;
    });
  } catch (fault) {
    sessionStorage.removeItem(KEPT);
    signInFailure.value = failureOf(fault);
  } finally {
    isSigningIn.value = false;
  }
};

export const signOut = (): void => {
  sessionStorage.removeItem(KEPT);
  batch(() => {
    signedIn.value = undefined;
    isOver.value = undefined;
    signInFailure.value = undefined;
  });
};

/** Handles a failed call. An expired token is reported wherever it is found, and kept nowhere. */
export const failureOfCall = (fault: unknown): GovgateError => {
  const error = failureOf(fault);
  if (error.status === 401 && signedIn.value !== undefined) {
    sessionStorage.removeItem(KEPT);
    isOver.value = error;
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
  const kept = sessionStorage.getItem(KEPT);
  if (link !== undefined) {
    clearAddress();
    await trying(async () => signIn(await redeemed(link), false));
  } else if (handTo !== undefined) {
    clearAddress();
    await beginSignIn({ stays: false, handTo });
  } else if (answer !== undefined) {
    await finishSignIn(answer);
  } else if (kept !== null) await signIn(kept, true);
};

/** Redirects to the identity provider; the state to return is kept in this tab. */
export const beginSignIn = (how: { readonly stays: boolean; readonly handTo?: string }): Promise<void> =>
  trying(async () => {
    await (await import('./oidc.js')).goToProvider(how, BEGUN);
    // Returning with the browser's back button finds the page as it was left.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) isSigningIn.value = false;
    });
  }, true);

const finishSignIn = (answer: URLSearchParams): Promise<void> => {
  const begun = JSON.parse(sessionStorage.getItem(BEGUN) ?? 'null') as Begun | null;
  sessionStorage.removeItem(BEGUN);
  clearAddress(begun?.back ?? ROOT);
  return trying(async () => {
    const token = await (await import('./oidc.js')).tokenFor(answer, begun);
    if (begun?.handTo === undefined) return signIn(token, begun?.stays ?? false);
    new BroadcastChannel(BEGUN).postMessage({ to: begun.handTo, token });
    isHandedOver.value = true;
    close();
  });
};

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
  isSigningIn.value = true;
  signInFailure.value = undefined;
  try {
    await act();
    // The page is about to be left.
    if (leaves) return;
  } catch (fault) {
    signInFailure.value = failureOf(fault);
  }
  isSigningIn.value = false;
};
