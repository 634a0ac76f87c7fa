import type { ConsoleOidc } from '@govgate/console';
import { isLoopbackHost } from '../system/is-loopback-host.js';
import { SETTINGS } from './settings-table.js';

interface OidcNames {
  readonly jwtIssuer: string | undefined;
  readonly consoleOidcClientId: string | undefined;
  readonly consoleOidcIssuer: string | undefined;
  readonly consoleOidcScope: string;
  readonly consoleOidcResource: string | undefined;
}

/** Where console users sign in: at the trusted issuer, unless another address is set. */
export const consoleOidcOf = (settings: OidcNames): ConsoleOidc | undefined => {
  const { consoleOidcClientId: clientId, consoleOidcScope: scope, consoleOidcResource: resource } = settings;
  const issuer = settings.consoleOidcIssuer ?? settings.jwtIssuer;
  if (clientId === undefined || issuer === undefined || !isIssuer(issuer)) return undefined;
  return { issuer, clientId, scope, ...(resource === undefined ? {} : { resource }) };
};

/** Problems of these settings in combination, one sentence each. */
export const consoleOidcProblems = (named: Readonly<Record<string, string | undefined>>): string[] => {
  const settings = (name: string): string => named[name] ?? '';
  const { consoleOidcClientId: client, consoleOidcIssuer, consoleOidcScope, consoleOidcResource } = SETTINGS;
  if (settings(client.name) === '')
    return [consoleOidcIssuer, consoleOidcScope, consoleOidcResource]
      .filter(({ name }) => settings(name) !== '')
      .map(({ name }) => `${name} belongs to ${client.name}, which is not set`);
  const from = settings(consoleOidcIssuer.name) === '' ? SETTINGS.jwtIssuer : consoleOidcIssuer;
  return isIssuer(settings(from.name))
    ? []
    : [
        `${from.name} must be the https URL of the issuer, without user information, query or fragment (http on this machine), where ${client.name} is set`,
      ];
};

/** Sign-in uses TLS, or stays on the local machine (OpenID Connect Discovery, 3). */
const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text) || /[\s?#;,'"]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
};
