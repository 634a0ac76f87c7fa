import Router from '@koa/router';
import type Koa from 'koa';
import type { CompiledOperation } from '../operation/compiled-operation.js';
import type { CallCtx, CallState } from './call.js';
import { sendRefusal } from './send.js';

export type Serve = (ctx: CallCtx) => Promise<void>;

/** The part of a path that picks a router: `/v1/policies` of `/v1/policies/pv_7/publish`. */
const prefixOf = (path: string): string => {
  const second = path.indexOf('/', 1);
  const third = second === -1 ? -1 : path.indexOf('/', second + 1);
  return third === -1 ? path : path.slice(0, third);
};

/**
 * Routes calls to operations with one small router for each resource: a router of all endpoints tries every pattern, which
 * costs a third of the throughput of a read. Nothing is remembered of a path: callers make as many as they like, before anybody
 * knows who they are (ADR 23).
 */
export const makeRoutes = (
  served: readonly { readonly compiled: CompiledOperation; readonly serve: Serve }[],
): Koa.Middleware<CallState> => {
  const routers = new Map<string, Router<CallState>>();
  for (const { compiled, serve } of served) {
    const { method, path } = compiled.operation;
    const router = routers.get(prefixOf(path)) ?? new Router<CallState>();
    routers.set(prefixOf(path), router);
    router[method](path, (ctx) => {
      ctx.state.operation = compiled;
      return serve(ctx as unknown as CallCtx);
    });
  }
  const ready = new Map([...routers].map(([prefix, router]) => [prefix, router.routes()]));
  return async (ctx) => {
    const route = ready.get(prefixOf(ctx.path));
    if (route === undefined) {
      sendRefusal(ctx as unknown as CallCtx, { reasonCode: 'route_not_found' });
      return;
    }
    await route(ctx as never, async () => refuseUnrouted(ctx as unknown as CallCtx));
  };
};

const refuseUnrouted = (ctx: CallCtx): void => {
  const matched =
    (ctx as unknown as { matched?: readonly { readonly methods: readonly string[] }[] }).matched ?? [];
  const allowed = new Set(matched.flatMap((layer) => layer.methods));
  if (allowed.size === 0) {
    sendRefusal(ctx, { reasonCode: 'route_not_found' });
    return;
  }
  ctx.state.headers.push('Allow', [...allowed].sort().join(', '));
  sendRefusal(ctx, { reasonCode: 'method_not_allowed' });
};
