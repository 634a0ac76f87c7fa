import { signal } from '@preact/signals';
import { ROOT } from '../place.js';

/** Where people sign in, as the middleware was told. */
export interface Oidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource?: string;
}

/** What the console is told before somebody has signed in; undefined until it is known. */
export const settings = signal<{ readonly oidc?: Oidc } | undefined>(undefined);

/** Reads it once. Where it cannot be had, a token can still be pasted. */
export const loadSettings = async (): Promise<{ readonly oidc?: Oidc }> => {
  settings.value ??= await fetch(`${ROOT}settings.json`).then(
    (answer) => (answer.ok ? answer.json() : {}),
    () => ({}),
  );
  return settings.value ?? {};
};
