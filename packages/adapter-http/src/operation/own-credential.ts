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

/** The same for the name of a call, which may not be a part of the credential either: texts are cut on their way. */
export const isOfOwnCredential = (name: string, headers: IncomingHttpHeaders): boolean =>
  holdsOwnCredential(name, headers) ||
  (name.length >= REVEALING_LENGTH && ownCredential(headers).includes(name));

export const OWN_CREDENTIAL_HELP: Help = {
  detail: 'The request contains the credential that it was sent with; leave it out.',
};
