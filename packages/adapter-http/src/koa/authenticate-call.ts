import type { IncomingMessage } from 'node:http';
import { type Authenticate, MAX_TOKEN, refuseToken } from '@govgate/application';
import { refuse } from '@govgate/domain';

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;
// The Bearer scheme (RFC 9110), followed by anything.
const BEARER_OF_ANYTHING = /^Bearer +[^ ]/i;

/** Finds the caller from the Authorization header alone, which is there once (`areHeadersPlain`); tokens in queries and cookies are ignored. */
export const authenticateCall = (
  authenticate: Authenticate,
  request: IncomingMessage,
  how?: 'known_only',
): ReturnType<Authenticate> => {
  const header = request.headers.authorization;
  if (header === undefined) return refuse('unauthenticated');
  const token = BEARER.exec(header)?.[1];
  if (token !== undefined)
    return token.length > MAX_TOKEN ? refuse('headers_too_large', 'authorization') : authenticate(token, how);
  // Without a bearer token there is nothing that could be invalid.
  return BEARER_OF_ANYTHING.test(header) ? refuseToken('form') : refuse('unauthenticated');
};
