import type { ConsoleContext } from './console-context.js';

/** Where a sign-in link's code is exchanged for its token. */
export const SIGN_IN_LINK = '/sign-in-link';

/** Gives the token that a code stands for, and never again; undefined where it stands for none, or for none any more. */
export type RedeemLink = (code: string) => string | undefined;

const MOST_BYTES = 512;

/**
 * Exchanges the code of a sign-in link. It is JSON alone that is taken, which no page of another origin can send without asking first, and
 * nobody is answered there.
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
