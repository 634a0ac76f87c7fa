import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { JSON_TYPE } from './exchange.js';
import { refusal } from './rpc-message.js';
import type { Caller, Settings } from './settings.js';

/** Who wants which server. */
export interface Visit {
  readonly caller: Caller;
  readonly serverId: string;
}

const METADATA = '/.well-known/oauth-protected-resource';
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Answers whoever may not come in, and whoever asks how to; gives all others. */
export const makeFrontDoor = (settings: Settings) => {
  const publicHost = settings.public_url === undefined ? undefined : new URL(settings.public_url).host;

  // A page that was led here by a name of its own sends that name, and its own origin.
  const isOurs = ({ headers: { host = '', origin } }: IncomingMessage): boolean =>
    (LOOPBACK.test(host) || host === publicHost) &&
    (origin === undefined || origin === `http://${host}` || settings.allowed_origins.includes(origin));

  const baseOf = ({ headers }: IncomingMessage): string => settings.public_url ?? `http://${headers.host}`;

  return (request: IncomingMessage, response: ServerResponse): Visit | undefined => {
    const refuse = (status: number, reason: string, headers: Record<string, string> = {}): undefined => {
      response.writeHead(status, { ...JSON_TYPE, ...headers }).end(refusal(null, reason));
    };
    if (!isOurs(request)) return refuse(403, 'host_or_origin_unknown');
    const [path = ''] = (request.url ?? '').split('?');
    const [, metadata, serverId = ''] = /^(\/\.well-known\/[a-z-]+)?\/mcp\/([^/]+)$/.exec(path) ?? [];
    if (!Object.hasOwn(settings.servers, serverId)) return refuse(404, 'server_unknown');
    if (metadata === METADATA) {
      response.writeHead(200, JSON_TYPE).end(
        JSON.stringify({
          resource: `${baseOf(request)}/mcp/${serverId}`,
          authorization_servers: settings.authorization_servers,
          bearer_methods_supported: ['header'],
        }),
      );
      return undefined;
    }
    if (metadata !== undefined) return refuse(404, 'server_unknown');
    const caller = callerOf(settings, request.headers.authorization);
    if (caller !== undefined) return { caller, serverId };
    const about = `${baseOf(request)}${METADATA}/mcp/${serverId}`;
    return refuse(401, 'unauthenticated', { 'www-authenticate': `Bearer resource_metadata="${about}"` });
  };
};
export type FrontDoor = ReturnType<typeof makeFrontDoor>;

const callerOf = ({ callers }: Settings, authorization = ''): Caller | undefined => {
  const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) return undefined;
  const hash = createHash('sha256').update(token).digest('hex');
  return callers.find(({ token_sha256 }) => token_sha256 === hash);
};
