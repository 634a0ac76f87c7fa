import { hash } from 'node:crypto';
import type { ConsoleOidc } from './console-oidc.js';

/** Settings needed before sign-in, as a document, since inline scripts are forbidden. */
export const SETTINGS = '/settings.json';

export interface SettingsDocument {
  readonly text: string;
  readonly etag: string;
}

/** Contains no secret: whoever opens the console reads it. */
export const settingsDocument = (oidc: ConsoleOidc | undefined): SettingsDocument => {
  const text = JSON.stringify(oidc === undefined ? {} : { oidc });
  return { text, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
};
