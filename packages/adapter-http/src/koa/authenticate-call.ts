import type { IncomingMessage } from 'node:http';
import type { Authenticate, Caller } from '@govgate/application';
import { type Result, refuse } from '@govgate/domain';

const BEARER = /^Bearer +([\x21-\x7e]{1,8192})$/i;

/** Finds the caller by the Authorization header alone; tokens in queries, cookies or doubled headers are not looked at. */
export const authenticateCall = async (
  authenticate: Authenticate,
  request: IncomingMessage,
  how?: 'known_only',
): Promise<Result<Caller>> => {
  const header = request.headers.authorization;
  if (header === undefined) return refuse('unauthenticated');
  // Node keeps the first of two Authorization headers; which one a proxy looked at cannot be known.
  if (timesSent(request, 'authorization') !== 1) return refuse('token_invalid');
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? refuse('token_invalid') : authenticate(token, how);
};

const timesSent = (request: IncomingMessage, name: string): number => {
  let times = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const sent = request.rawHeaders[i];
    if (sent?.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times;
};
