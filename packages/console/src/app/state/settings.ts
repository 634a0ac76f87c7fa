import { signal } from '@preact/signals';
import { ROOT } from '../place.js';

/** The sign-in settings passed to the middleware. */
export interface Oidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource?: string;
}

/** Settings needed before sign-in; undefined until loaded. */
export const settings = signal<{ readonly oidc?: Oidc } | undefined>(undefined);

/** Loads them once. If that fails, a token can still be pasted. */
export const loadSettings = async (): Promise<{ readonly oidc?: Oidc }> => {
  settings.value ??= await fetch(`${ROOT}settings.json`).then(
    (answer) => (answer.ok ? answer.json() : {}),
    () => ({}),
  );
  return settings.value ?? {};
};
