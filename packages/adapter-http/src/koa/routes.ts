import Router from '@koa/router';
import type Koa from 'koa';
import type { Operation } from '../operation/define-operation.js';
import type { CallCtx, CallState } from './call.js';
import { sendPreflight, sendRefusal } from './send.js';

/** An operation and what answers its calls. */
export interface Route {
  readonly operation: Operation;
  readonly serve: (ctx: CallCtx) => Promise<void>;
}

/**
 * Routes calls to operations with one small router per shape of path, used only to find the endpoint: a single router would try every
 * pattern, and its middleware chain costs more than an entire read answered from memory. No paths are cached: callers can make up as many
 * as they like before anybody knows who they are (ADR 23).
 */
export const makeRoutes = (routes: readonly Route[]): Koa.Middleware<CallState> => {
  const routers = new Map<string, Router<CallState>>();
  for (const { operation, serve } of routes) {
    const { method, path } = operation;
    const shape = shapeOf(path, path.split('/')[2]?.startsWith(':') ? 1 : 2);
    const router = routers.get(shape) ?? new Router<CallState>();
    routers.set(shape, router);
    router[method](path, (ctx) => {
      ctx.state.operation = operation;
      return serve(ctx);
    });
    if (operation.takesToken) router.options(path, sendPreflight);
  }
  return (ctx, next) => {
    const { path } = ctx;
    const router = routers.get(shapeOf(path, 2)) ?? routers.get(shapeOf(path, 1));
    const matched = closest(router?.match(path, ctx.method).path ?? []);
    if (matched.length === 0) return next();
    const route = matched.find(({ methods }) => methods.includes(ctx.method));
    if (route === undefined) return refuseMethod(ctx as never, matched);
    ctx.params = route.params(path, route.captures(path));
    return route.stack[0]?.(ctx as never, NOTHING_BEHIND);
  };
};

// A literal path is never an id: `/v1/admin/role-bindings/preview` is no role binding.
const closest = (layers: readonly Layer[]): readonly Layer[] => {
  if (layers.length < 2) return layers;
  const fewest = Math.min(...layers.map(({ paramNames }) => paramNames.length));
  return layers.filter(({ paramNames }) => paramNames.length === fewest);
};

type Layer = ReturnType<Router<CallState>['match']>['path'][number];

const NOTHING_BEHIND = async (): Promise<void> => undefined;

const refuseMethod = (ctx: CallCtx, ofPath: readonly { readonly methods: readonly string[] }[]): void => {
  const allowed = new Set(ofPath.flatMap((layer) => layer.methods));
  ctx.state.headers.push('Allow', [...allowed].sort().join(', '));
  sendRefusal(ctx, { reasonCode: 'method_not_allowed' });
};

/**
 * The key shared by paths that may lead to the same endpoints: their first segments and the number of all, such as `/v1/policies 4` for
 * `/v1/policies/pv_7/publish`. One segment is first where the second is a parameter.
 */
const shapeOf = (path: string, first: 1 | 2): string => {
  // A trailing slash starts no segment.
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  let parts = 0;
  let beginning = end;
  for (let at = 0; at !== -1 && at < end; at = path.indexOf('/', at + 1)) {
    parts += 1;
    if (parts === first + 1) beginning = at;
  }
  return `${path.slice(0, beginning)} ${parts}`;
};
