import type { IncomingMessage, ServerResponse } from 'node:http';
import { oneAtATime } from '@govgate/adapter-http';
import type { GovernanceStore, ServiceLog, TokenVerifier } from '@govgate/ports';
import { compose, composeOver } from './compose.js';
import { startBackgroundWork } from './serve/background-work.js';
import { serveCalls } from './serve/serve-calls.js';
import { startWarnings } from './serve/start-warnings.js';
import { underWay } from './serve/under-way.js';
import type { Service } from './service.js';
import { checkedSettings } from './settings/load-settings.js';
import type { NamedValues } from './settings/read-settings.js';
import { givenLog, givenStore } from './store/given-ports.js';

/** What a service inside of another server is made of. */
export interface GovgateOptions {
  /** Settings by the names of docs/how-to/settings.md, such as `process.env`. Nothing else is read, no file either. */
  readonly settings?: NamedValues;
  /** A store of one's own, which stays open at the end. Its keys are those of `GOVGATE_KEYS_FILE`. */
  readonly store?: GovernanceStore;
  /** Says whose JWTs count, in place of the issuer in the settings. */
  readonly tokenVerifier?: TokenVerifier;
  /** Takes the log; otherwise it goes to stderr as JSON lines. */
  readonly log?: ServiceLog;
  /** False: deliveries, probes and checkpoints are another process's. */
  readonly backgroundWork?: boolean;
}

/** What Koa hands a middleware, as far as it is needed here. */
interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  respond?: boolean;
}

/** A whole service inside of another server. */
export interface GovgateApp {
  /** For `http.createServer`, or whatever takes such a handler: every call is the API's. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** For Koa: the API below a path such as `/governance`; what lies elsewhere is the next one's. */
  under(path: string): (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;
  /** Answers what is under way (10 s at most), ends the background work and lets go of everything. */
  close(): Promise<void>;
}

/**
 * The whole service as a part of another server: the API and its background work.
 *
 * @throws with a sentence for whoever operates it: every problem with the settings, or what is wrong with the store
 * @example const govgate = await govgateApp({ settings: process.env }); createServer(govgate.handler).listen(8080);
 */
export const govgateApp = async (options: GovgateOptions = {}): Promise<GovgateApp> => {
  const service = await serviceOf(options);
  for (const warning of startWarnings(service.settings)) service.log.warn(warning);
  const work = options.backgroundWork === false ? undefined : await startBackgroundWork(service);
  const calls = serveCalls(service);
  const open = underWay(calls.handler);
  const answer = oneAtATime(open.handler);
  const handler: GovgateApp['handler'] = (request, response) => {
    service.address.url ||= addressOf(request);
    answer(request, response);
  };
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    service.timer.stop();
    await open.close();
    await work?.stop();
    await calls.close();
  };
  return {
    handler,
    under: (path) => below(path, service, handler),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

const serviceOf = async ({
  settings: named = {},
  store,
  tokenVerifier,
  log,
}: GovgateOptions): Promise<Service> => {
  const settings = await checkedSettings(named);
  const how = { tokenVerifier, log: log === undefined ? undefined : givenLog(log) };
  return store === undefined
    ? compose(settings, { ...how, makes: true })
    : composeOver(givenStore(store, settings), settings, how);
};

const addressOf = ({ socket }: IncomingMessage): string => {
  const { localAddress = '', localPort } = socket;
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  return `${scheme}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
};

const below = (
  path: string,
  { address }: Service,
  handler: GovgateApp['handler'],
): ReturnType<GovgateApp['under']> => {
  const prefix = path.endsWith('/') ? path.slice(0, -1) : path;
  return async (context, next) => {
    const { req, res } = context;
    const rest = restOf(req.url ?? '', prefix);
    if (rest === undefined) return next();
    address.url ||= addressOf(req) + prefix;
    req.url = rest;
    context.respond = false;
    // Koa says 404 until somebody answers.
    res.statusCode = 200;
    const ended = new Promise((resolve) => res.once('close', resolve));
    handler(req, res);
    return ended;
  };
};

/** What is left of a target below a path; undefined where it lies elsewhere. */
const restOf = (target: string, prefix: string): string | undefined => {
  if (!target.startsWith(prefix)) return undefined;
  const rest = target.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
};
