import { Secret } from '@govgate/domain';
import { ID_PATTERN, parseVariableGrant, type VariableGrant } from '@govgate/domain/internal';
import { parseAddressRange } from '@govgate/worker/start-checks';
import * as v from 'valibot';
import { isWebAddress } from '../identity/jwt-settings.js';

/** The valid texts of a setting, and the value read from them. Problems are reported without repeating the text. */
export type SettingSchema<T> = v.GenericSchema<string, T>;

const matching = (pattern: RegExp, expected: string) => v.pipe(v.string(), v.regex(pattern, expected));

const listOf = <T>(read: (item: string) => T | undefined, expected: string): SettingSchema<readonly T[]> =>
  v.pipe(
    v.string(),
    v.transform((text) => itemsOf(text).map(read)),
    v.check((items) => !items.includes(undefined), expected),
    v.transform((items) => items.filter((item) => item !== undefined)),
  );

const itemsOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const anyText: SettingSchema<string> = v.string();

export const whole = (most: number, least = 0): SettingSchema<number> => {
  const expected = `must be a whole number from ${least} to ${most}`;
  return v.pipe(
    matching(/^\d{1,9}$/, expected),
    v.transform(Number),
    v.minValue(least, expected),
    v.maxValue(most, expected),
  );
};

export const oneOf = <const T extends string>(allowed: readonly T[]): SettingSchema<T> =>
  v.pipe(v.string(), v.picklist(allowed, `must be one of ${allowed.join(', ')}`));

export const yesOrNo: SettingSchema<boolean> = v.pipe(
  oneOf(['true', 'false']),
  v.transform((text) => text === 'true'),
);

export const identifier: SettingSchema<string> = matching(
  ID_PATTERN,
  'must be an identifier: letters, digits and ._:- , 128 at most',
);

export const hostName: SettingSchema<string> = matching(
  /^[A-Za-z0-9.:_%-]{1,253}$/,
  'must be an address or a name of this machine',
);

export const token: SettingSchema<Secret<string>> = v.pipe(
  matching(/^[\x21-\x7e]{32,512}$/, 'must be 32 to 512 printable characters without spaces'),
  v.transform((text) => new Secret(text)),
);

/** A URL with one of several schemes. Secret as a whole, because it can contain a password. */
export const secretUrl = (...schemes: readonly string[]): SettingSchema<Secret<string>> =>
  v.pipe(
    v.string(),
    v.check(
      (text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)),
      `must start with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    ),
    v.transform((text) => new Secret(text)),
  );

const withoutLastSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

/** The web address callers use for the service: no user information, query or fragment. Trailing slashes are dropped. */
export const baseUrl: SettingSchema<string> = v.pipe(
  v.string(),
  v.check(
    (text) => isWebAddress(text) && isPlainUrl(text) && !/[?#\s]/.test(text),
    'must be an http or https URL without user information, query or fragment',
  ),
  v.transform(withoutLastSlashes),
);

/** A web address without user information. */
export const webAddress: SettingSchema<string> = v.pipe(
  v.string(),
  v.check((text) => isWebAddress(text) && isPlainUrl(text), 'must be a URL without user information'),
);

/** A web address without user information, or the path of a file. */
export const urlOrFile: SettingSchema<string> = v.pipe(
  v.string(),
  v.check(
    (text) => !isWebAddress(text) || isPlainUrl(text),
    'must be a URL without user information, or the path of a file',
  ),
);

const isPlainUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.username === '' && url.password === '';
};

/** An identity provider's client id. */
/** What may stand in a header. */
export const headerText: SettingSchema<string> = matching(
  /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/,
  'must be 1 to 256 printable characters',
);

/** A proxy: it may have a user and a password, and nothing after its port. */
export const proxyUrl: SettingSchema<Secret<URL>> = v.pipe(
  v.string(),
  v.check(
    (text) => isProxyUrl(text),
    'must be http://HOST:PORT, with USER:PASSWORD@ where the proxy asks for it',
  ),
  v.transform((text) => new Secret(new URL(text))),
);

const isProxyUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  return protocol === 'http:' && pathname === '/' && search === '' && hash === '';
};

export const printable: SettingSchema<string> = matching(
  /^[\x21-\x7e]{1,256}$/,
  'must be 1 to 256 printable characters without spaces',
);

/** Scopes of OAuth, `openid` among them: without it there is no ID token, and no nonce to check (OpenID Connect Core, 3.1.2.1). */
export const oidcScope: SettingSchema<string> = matching(
  /^(?=(.* )?openid( |$))[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+){0,31}$/,
  'must list scopes with one space between them, openid among them',
);

/** The audience of a requested access token (RFC 8707): an absolute URI without a fragment. */
export const resourceUri: SettingSchema<string> = v.pipe(
  matching(/^[\x21-\x7e]{1,512}$/, 'must be an absolute URI without a fragment'),
  v.check((text) => URL.canParse(text) && !text.includes('#'), 'must be an absolute URI without a fragment'),
);

export const paths: SettingSchema<readonly string[]> = listOf((item) => item, '');

/** A name, or `*.` and a name for all below it. */
const HOST_PATTERN = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/i;

export const hostPatterns: SettingSchema<readonly string[]> = listOf(
  (item) => (HOST_PATTERN.test(item) ? item : undefined),
  'must be names such as siem.example.com or *.example.com, with commas between them',
);

export const addressRanges: SettingSchema<readonly string[]> = listOf(
  (item) => (parseAddressRange(item) === undefined ? undefined : item),
  'must be ranges such as 10.0.0.0/8 or fd00::/8, with commas between them',
);

export const variableGrants: SettingSchema<readonly VariableGrant[]> = listOf(
  parseVariableGrant,
  'must list <tenant>/<environment>:NAME, with commas between them; * stands for every tenant or environment, and no setting of govgate can be listed',
);
