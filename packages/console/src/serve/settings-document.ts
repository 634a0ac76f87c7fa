import { hash } from 'node:crypto';
import type { ConsoleOidc } from './console-oidc.js';

/** Where the console reads what it must know before somebody has signed in: a document, as there is no inline script. */
export const SETTINGS = '/settings.json';

export interface SettingsDocument {
  readonly text: string;
  readonly etag: string;
}

/** Nothing in it is a secret: whoever opens the console reads it. */
export const settingsDocument = (oidc: ConsoleOidc | undefined): SettingsDocument => {
  const text = JSON.stringify(oidc === undefined ? {} : { oidc });
  return { text, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
};
