import type { IncomingHttpHeaders } from 'node:http';
import type { Help } from '@govgate/domain/internal';

/** The scheme of an Authorization header (RFC 9110, 11.6.2). */
const SCHEME = /^\S+ +/;

/** What a caller proves with who it is, of any form and whether it holds or not; "" where it proves nothing. */
const ownCredential = ({ authorization = '' }: IncomingHttpHeaders): string =>
  authorization.trim().replace(SCHEME, '');

/**
 * Whether a text is or contains the caller's own credential. A recogniser knows the shapes of credentials; that a text of no shape is one,
 * such as an administration token that somebody chose, only its own call can tell.
 */
export const holdsOwnCredential = (text: string, headers: IncomingHttpHeaders): boolean => {
  const credential = ownCredential(headers);
  return credential !== '' && text.includes(credential);
};

/** No shorter part of a credential gives it away, and short names are part of many. */
const REVEALING_LENGTH = 8;

/** The same for the name of a call, which may not have a part of the credential in it either: texts are cut on their way, and put together. */
export const isOfOwnCredential = (name: string, headers: IncomingHttpHeaders): boolean => {
  if (holdsOwnCredential(name, headers)) return true;
  const credential = ownCredential(headers);
  for (let at = 0; at + REVEALING_LENGTH <= name.length; at += 1)
    if (credential.includes(name.slice(at, at + REVEALING_LENGTH))) return true;
  return false;
};

export const OWN_CREDENTIAL_HELP: Help = {
  detail: 'The request contains the credential that it was sent with; leave it out.',
};
