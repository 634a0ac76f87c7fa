import type Koa from 'koa';
import type { CallState, Ctx } from './call.js';
import { send, sendRefusal } from './send.js';

/** A file served as it is, to anybody. */
export interface StaticFile {
  readonly path: string;
  readonly contentType: string;
  /** For a page: what it may load. */
  readonly contentSecurityPolicy?: string;
  /** Always the same buffer. */
  readonly read: () => Promise<Buffer>;
}

/** Serves a few files by their exact paths and nothing else. */
export const makeStaticFiles = (files: readonly StaticFile[]): Koa.Middleware<CallState> => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return async (ctx) => {
    const file = byPath.get(ctx.path);
    if (file === undefined) return sendRefusal(ctx, { reasonCode: 'route_not_found' });
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return sendFile(ctx, file);
    ctx.state.headers.push('Allow', 'GET, HEAD');
    sendRefusal(ctx, { reasonCode: 'method_not_allowed' });
  };
};

const sendFile = async (
  ctx: Ctx,
  { contentType, contentSecurityPolicy, read }: StaticFile,
): Promise<void> => {
  const body = await read();
  const { headers } = ctx.state;
  const at = headers.indexOf('Content-Security-Policy');
  if (contentSecurityPolicy !== undefined) headers[at + 1] = contentSecurityPolicy;
  send(ctx, { status: 200, body, headers: ['Content-Type', contentType] });
};
