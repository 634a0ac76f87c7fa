import { isIP } from 'node:net';
import { type AddressPolicy, makeAddressPolicy, mayConnect, type Scheme } from './address-policy.js';

/** A call's target, from a URL that passed every check possible without resolving. */
export interface EgressTarget {
  readonly scheme: Scheme;
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

const MAX_URL = 4096;
// Scheme, authority without user information, rest. Parsers disagree on backslashes, blanks and control characters, so they are refused
// before the URL parser can repair them.
const URL_SHAPE = /^(https?:)\/\/([^/?#@%\\\s]+)((?:[/?#][\x21-\x7e]*)?)$/i;
const DNS_NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*$/;
const LOCAL_NAME = /^(?:(?:.+\.)?localhost|(?:.+\.)?localdomain|ip6-localhost|ip6-loopback)$/;

/**
 * Parses a URL: https, or http where a range is configured for it; no user information, no other scheme, no unusual spelling of an address,
 * no local name. Undefined means refused.
 */
export const parseTarget = (text: string, policy: AddressPolicy): EgressTarget | undefined => {
  const shape = text.length <= MAX_URL ? URL_SHAPE.exec(text) : null;
  const authority = shape?.[2];
  if (authority === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const scheme: Scheme = url.protocol === 'https:' ? 'https:' : 'http:';
  if (scheme === 'http:' && policy.plainHttp.length === 0) return undefined;
  if (
    url.port === '0' ||
    !isPlainHost({ written: writtenHost(authority), parsed: url.hostname }, scheme, policy)
  )
    return undefined;
  return { scheme, origin: url.origin, path: url.pathname + url.search };
};

/** The host of an authority as written, without the port. */
const writtenHost = (authority: string): string => authority.replace(/:\d*$/, '').toLowerCase();

const isLoopbackAllowed = (scheme: Scheme, policy: AddressPolicy): boolean =>
  ['127.0.0.1', '::1'].some((address) => mayConnect(address, scheme, policy));

interface HostForms {
  readonly written: string;
  readonly parsed: string;
}

// The URL parser turns 2130706433, 0x7f.1, 0177.0.0.1 and 127.0.0.1. into 127.0.0.1. Only the plain spelling passes, so that what an
// operator reads is what is called.
const isPlainHost = ({ written, parsed }: HostForms, scheme: Scheme, policy: AddressPolicy): boolean => {
  if (isIP(parsed) === 4) return written === parsed && mayConnect(parsed, scheme, policy);
  if (parsed.startsWith('[')) return mayConnect(parsed.slice(1, -1), scheme, policy);
  if (!DNS_NAME.test(parsed)) return false;
  return !LOCAL_NAME.test(parsed) || isLoopbackAllowed(scheme, policy);
};

/** Whether a URL passes these checks. */
export const mayCall = (url: string, allowCidrs: readonly string[], httpCidrs: readonly string[]): boolean =>
  parseTarget(url, makeAddressPolicy(allowCidrs, httpCidrs)) !== undefined;
