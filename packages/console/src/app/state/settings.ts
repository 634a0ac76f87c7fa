import { ROOT } from '../place.js';
import { makeStore } from './store.js';

/** The sign-in settings passed to the middleware. */
export interface Oidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource?: string;
}

interface ConsoleSettings {
  readonly oidc?: Oidc;
}

const store = makeStore<{ readonly settings: ConsoleSettings | undefined }>({ settings: undefined });

/** Settings needed before sign-in; undefined until loaded. */
export const useSettings = (): ConsoleSettings | undefined => store.use().settings;

/** Loads them once. If that fails, a token can still be pasted. */
export const loadSettings = async (): Promise<ConsoleSettings> => {
  const known = store.get().settings;
  if (known !== undefined) return known;
  const settings: ConsoleSettings = await fetch(`${ROOT}settings.json`).then(
    (answer) => (answer.ok ? answer.json() : {}),
    () => ({}),
  );
  store.set({ settings });
  return settings;
};
