import type { ConsoleOidc } from '@govgate/console';
import { isLoopbackHost } from '../system/is-loopback-host.js';
import { SETTINGS } from './settings-table.js';

interface Said {
  readonly jwtIssuer: string | undefined;
  readonly consoleOidcClientId: string | undefined;
  readonly consoleOidcIssuer: string | undefined;
  readonly consoleOidcScope: string;
  readonly consoleOidcResource: string | undefined;
}

/** Where people of the console sign in: at the issuer whose tokens count, unless another address is said. */
export const consoleOidcOf = (said: Said): ConsoleOidc | undefined => {
  const { consoleOidcClientId: clientId, consoleOidcScope: scope, consoleOidcResource: resource } = said;
  const issuer = said.consoleOidcIssuer ?? said.jwtIssuer;
  if (clientId === undefined || issuer === undefined || !isIssuer(issuer)) return undefined;
  return { issuer, clientId, scope, ...(resource === undefined ? {} : { resource }) };
};

/** What is wrong with these settings together, a sentence each. */
export const consoleOidcProblems = (named: Readonly<Record<string, string | undefined>>): string[] => {
  const said = (name: string): string => named[name] ?? '';
  const { consoleOidcClientId: client, consoleOidcIssuer, consoleOidcScope, consoleOidcResource } = SETTINGS;
  if (said(client.name) === '')
    return [consoleOidcIssuer, consoleOidcScope, consoleOidcResource]
      .filter(({ name }) => said(name) !== '')
      .map(({ name }) => `${name} belongs to ${client.name}, which is not set`);
  const from = said(consoleOidcIssuer.name) === '' ? SETTINGS.jwtIssuer : consoleOidcIssuer;
  return isIssuer(said(from.name))
    ? []
    : [
        `${from.name} must be the https URL of the issuer, without user information, query or fragment (http on this machine), where ${client.name} is set`,
      ];
};

/** Signed in is over TLS, or on the machine itself (OpenID Connect Discovery, 3). */
const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text) || /[\s?#;,'"]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
};
