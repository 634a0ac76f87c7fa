import findMyWay from 'find-my-way';
import type Koa from 'koa';
import type { CompiledOperation } from '../operation/compiled-operation.js';
import type { CallCtx, CallState } from './call.js';
import { sendRefusal } from './send.js';

export type Serve = (ctx: CallCtx) => Promise<void>;

interface Endpoint {
  readonly compiled: CompiledOperation;
  readonly serve: Serve;
}

/**
 * Routes calls to operations. One tree finds the path whatever the method is: so a literal path is never taken for an id
 * (`/v1/admin/role-bindings/preview` is no role binding), and what other methods a path has is known. No paths are cached: callers can make
 * up as many as they like before anybody knows who they are (ADR 23).
 */
export const makeRoutes = (served: readonly Endpoint[]): Koa.Middleware<CallState> => {
  const tree = findMyWay({ ignoreTrailingSlash: true, maxParamLength: Number.POSITIVE_INFINITY });
  for (const [path, methods] of methodsByPath(served)) tree.on('GET', path, NOT_CALLED, methods);
  return (ctx, next) => {
    // An empty segment is no id.
    const found = ctx.path.includes('//') ? null : tree.find('GET', ctx.path);
    if (found === null) return next();
    const methods = found.store as Methods;
    const endpoint = methods.get(ctx.method);
    if (endpoint === undefined) return refuseMethod(ctx as never, methods);
    ctx.params = found.params;
    ctx.state.operation = endpoint.compiled;
    return endpoint.serve(ctx as unknown as CallCtx);
  };
};

type Methods = ReadonlyMap<string, Endpoint>;

// The tree only finds: its own way of calling handlers knows nothing of Koa.
const NOT_CALLED = (): void => undefined;

const methodsByPath = (served: readonly Endpoint[]): ReadonlyMap<string, Methods> => {
  const paths = new Map<string, Map<string, Endpoint>>();
  for (const endpoint of served) {
    const { method, path } = endpoint.compiled.operation;
    const methods = paths.get(path) ?? new Map<string, Endpoint>();
    paths.set(path, methods);
    methods.set(method.toUpperCase(), endpoint);
    if (method === 'get') methods.set('HEAD', endpoint);
  }
  return paths;
};

const refuseMethod = (ctx: CallCtx, methods: Methods): void => {
  ctx.state.headers.push('Allow', [...methods.keys()].sort().join(', '));
  sendRefusal(ctx, { reasonCode: 'method_not_allowed' });
};
