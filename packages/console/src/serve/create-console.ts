import { type BuiltFile, builtFiles } from './built-files.js';
import type { ConsoleContext } from './console-context.js';
import type { ConsoleOidc } from './console-oidc.js';
import { securityHeaders } from './security-headers.js';
import { SETTINGS, type SettingsDocument, settingsDocument } from './settings-document.js';
import { shellPage } from './shell-page.js';
import { type RedeemLink, redeemLink, SIGN_IN_LINK } from './sign-in-link.js';

/** Where the console is served and what it may contact. */
export interface ConsoleOptions {
  /** Its mount path, by default `/console`. The API is expected one folder above. */
  readonly path?: string;
  /** The folder of built files; by default this package's. */
  readonly folder?: URL;
  /** Further origins it may query. */
  readonly connect?: readonly string[];
  /** Where people sign in; otherwise they paste a token. The issuer's origin may then be queried. */
  readonly oidc?: ConsoleOidc | undefined;
  /** Exchanges a sign-in link's code for its token, once; without it there are no such links. */
  readonly redeem?: RedeemLink | undefined;
}

/** For Koa's `app.use`. Requests outside the console are passed on. */
export type ConsoleMiddleware = (context: ConsoleContext, next: () => Promise<unknown>) => Promise<unknown>;

/** A deeper address is no page of the console. */
const DEEPEST = 8;

/**
 * Serves the console: static files, and one page for every other address below its path. It knows nothing of the API and authenticates
 * nobody; the API alone decides what the page may do.
 * @throws if the folder does not contain a built console
 * @example new Koa().use(createConsole({ path: '/console' }))
 */
export const createConsole = ({
  path = '/console',
  folder = new URL('../public/', import.meta.url),
  connect = [],
  oidc,
  redeem,
}: ConsoleOptions = {}): ConsoleMiddleware => {
  const built = builtFiles(folder);
  const shells = Array.from({ length: DEEPEST + 1 }, (_, depth) => shellPage(built, depth));
  const issuers = oidc === undefined ? [] : [new URL(oidc.issuer).origin];
  const headers = Object.entries(securityHeaders([...connect, ...issuers]));
  const settings = settingsDocument(oidc);

  /** The answer to an address; undefined if there is none. */
  const answerTo = (context: ConsoleContext, rest: string): (() => unknown) | undefined => {
    if (rest === SIGN_IN_LINK && redeem !== undefined && context.method === 'POST')
      return () => redeemLink(context, redeem);
    if (context.method !== 'GET' && context.method !== 'HEAD') return () => refuseMethod(context);
    if (rest === '') return () => toFolder(context, path);
    if (rest === SETTINGS) return () => sendDocument(context, settings);
    if (rest.startsWith('/assets/')) {
      const file = built.fileOf(rest.slice('/assets/'.length));
      return file && (() => sendAsset(context, file));
    }
    const shell = shells[rest.split('/').length - 2];
    return shell && (() => sendShell(context, shell));
  };

  return async (context, next) => {
    const rest = restOf(context.path, path);
    if (rest === undefined) return next();
    const answer = answerTo(context, rest);
    if (answer === undefined) return next();
    for (const [name, value] of headers) context.set(name, value);
    return answer();
  };
};
/** The rest of a path below another; undefined if it is elsewhere. */
const restOf = (path: string, mount: string): string | undefined => {
  if (!path.startsWith(mount)) return undefined;
  const rest = path.slice(mount.length);
  return rest === '' || rest.startsWith('/') ? rest : undefined;
};

const refuseMethod = (context: ConsoleContext): void => {
  context.set('Allow', 'GET, HEAD');
  context.status = 405;
  context.body = '';
};

// Relative, as a proxy may have removed a prefix.
const toFolder = (context: ConsoleContext, path: string): void => {
  context.set('Location', `${path.slice(path.lastIndexOf('/') + 1)}/`);
  context.set('Cache-Control', 'no-cache');
  context.status = 308;
  context.body = '';
};

const sendShell = (context: ConsoleContext, { text, etag }: ReturnType<typeof shellPage>): void => {
  context.set('Cache-Control', 'no-cache');
  send(context, { etag, type: 'text/html; charset=utf-8', body: text });
};

const sendDocument = (context: ConsoleContext, { text, etag }: SettingsDocument): void => {
  context.set('Cache-Control', 'no-cache');
  send(context, { etag, type: 'application/json; charset=utf-8', body: text });
};

const sendAsset = (context: ConsoleContext, { type, etag, plain, zipped }: BuiltFile): void => {
  // Its name changes with its content.
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.set('Vary', 'Accept-Encoding');
  const isZipped = /\bgzip\b/.test(context.get('Accept-Encoding'));
  if (isZipped) context.set('Content-Encoding', 'gzip');
  if (isZipped) send(context, { etag: `${etag.slice(0, -1)}.gzip"`, type, body: zipped });
  else send(context, { etag, type, body: plain });
};

interface FileAnswer {
  readonly etag: string;
  readonly type: string;
  readonly body: string | Buffer;
}

const send = (context: ConsoleContext, { etag, type, body }: FileAnswer): void => {
  context.set('ETag', etag);
  if (knows(context.get('If-None-Match'), etag)) {
    context.status = 304;
    return;
  }
  context.status = 200;
  context.set('Content-Type', type);
  context.body = body;
};

const knows = (header: string, etag: string): boolean =>
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
