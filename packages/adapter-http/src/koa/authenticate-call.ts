import type { IncomingMessage } from 'node:http';
import { type Authenticate, type Authenticated, type Caller, refuseToken } from '@govgate/application';
import { type Refused, refuse } from '@govgate/domain';

// A scheme (RFC 9110) and what follows it.
const CREDENTIALS = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?: +([^ ].*))?$/;
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

/** Finds the caller by the Authorization header alone; tokens in queries, cookies or doubled headers are not looked at. */
export const authenticateCall = async (
  authenticate: Authenticate,
  request: IncomingMessage,
  how?: 'known_only',
): Promise<Authenticated<Caller> | Refused> => {
  const header = request.headers.authorization;
  if (header === undefined) return refuse('unauthenticated');
  // Node keeps the first of two Authorization headers; which one a proxy looked at cannot be known.
  if (timesSent(request, 'authorization') !== 1) return refuseToken('form');
  const [, scheme, token = ''] = CREDENTIALS.exec(header.trimEnd()) ?? [];
  // Whoever sends no bearer token has said nothing that could be wrong about one.
  if (scheme?.toLowerCase() !== 'bearer' || token === '') return refuse('unauthenticated');
  return TOKEN.test(token) ? authenticate(token, how) : refuseToken('form');
};

const timesSent = (request: IncomingMessage, name: string): number => {
  let times = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const sent = request.rawHeaders[i];
    if (sent?.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times;
};
