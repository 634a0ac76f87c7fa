import type { ConsoleContext } from './console-context.js';

/** The endpoint that exchanges a sign-in link's code for its token. */
export const SIGN_IN_LINK = '/sign-in-link';

/** Returns a code's token, once; undefined if the code is unknown or used. */
export type RedeemLink = (code: string) => string | undefined;

const MOST_BYTES = 512;

/**
 * Exchanges a sign-in link's code. Accepts only JSON, which a page of another origin cannot send without a preflight, and none is answered.
 */
export const redeemLink = async (context: ConsoleContext, redeem: RedeemLink): Promise<void> => {
  context.set('Cache-Control', 'no-store');
  context.set('Content-Type', 'application/json; charset=utf-8');
  const code = isSmallJson(context) ? await codeIn(context.req) : undefined;
  const token = code === undefined ? undefined : redeem(code);
  context.status = token === undefined ? 403 : 200;
  context.body = JSON.stringify(token === undefined ? REFUSED : { token });
};

const REFUSED = {
  reasonCode: 'sign_in_link_refused',
  message: 'The sign-in link was used already, or is over.',
};

const isSmallJson = (context: ConsoleContext): boolean => {
  const length = context.get('Content-Length');
  return (
    /^application\/json\b/i.test(context.get('Content-Type')) &&
    /^\d{1,3}$/.test(length) &&
    Number(length) <= MOST_BYTES
  );
};

const codeIn = async (body: AsyncIterable<Uint8Array>): Promise<string | undefined> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  try {
    const { code } = Object(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
};
