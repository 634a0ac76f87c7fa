import type { Identity } from '@govgate/client';
import { createClient, GovgateError } from '@govgate/client';
import { signal } from '@preact/signals';
import { API } from '../place.js';

/** Who is signed in, and with what. The token is in memory, and in sessionStorage where that was asked for. */
export interface SignedIn {
  readonly token: string;
  readonly me: Identity;
}

const KEPT = 'govgate.token';

export const signedIn = signal<SignedIn | undefined>(undefined);
/** Why there is nobody, where that is worth telling. */
export const signInFailure = signal<GovgateError | undefined>(undefined);
export const isSigningIn = signal(false);

/** Asks who a token is, and keeps it where it is somebody's. */
export const signIn = async (token: string, stays: boolean): Promise<void> => {
  isSigningIn.value = true;
  signInFailure.value = undefined;
  try {
    const me = await createClient({ baseUrl: API, token, attempts: 2 }).readIdentity();
    if (stays) sessionStorage.setItem(KEPT, token);
    signedIn.value = { token, me };
  } catch (fault) {
    sessionStorage.removeItem(KEPT);
    signInFailure.value = failureOf(fault);
  } finally {
    isSigningIn.value = false;
  }
};

export const signOut = (why?: GovgateError): void => {
  sessionStorage.removeItem(KEPT);
  signedIn.value = undefined;
  signInFailure.value = why;
};

/** Begins with the token of a sign-in link, which leaves the address at once, or with one that was to stay. */
export const signInFromPage = async (): Promise<void> => {
  const [, linked] = /^#token=([\x21-\x7e]+)$/.exec(location.hash) ?? [];
  if (linked !== undefined) history.replaceState(null, '', location.pathname + location.search);
  const token = linked ?? sessionStorage.getItem(KEPT) ?? undefined;
  if (token !== undefined) await signIn(token, linked === undefined);
};

/** Every failure as what the client throws. A text that no header can carry is no token. */
export const failureOf = (fault: unknown): GovgateError =>
  fault instanceof GovgateError
    ? fault
    : new GovgateError({
        operationId: 'console',
        status: 0,
        reasonCode: 'console_fault',
        message: fault instanceof Error ? fault.message : 'Something failed in the console.',
        retryable: false,
      });
