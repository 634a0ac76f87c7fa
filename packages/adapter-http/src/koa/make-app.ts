import {
  type AuditRefusal,
  type Authenticate,
  type Caller,
  isWithin,
  type MakeRepeatable,
  type TakeQuota,
  type TenantQueue,
} from '@govgate/application';
import type { Scope } from '@govgate/domain';
import type { Clock, IdSource, RevisionReader, ServiceLog } from '@govgate/ports';
import Koa from 'koa';
import { compileOperation } from '../operation/compiled-operation.js';
import type { AllPorts, Operation } from '../operation/define-operation.js';
import { foreignOperations } from '../operations/foreign-registry.js';
import { allOperations } from '../operations/registry.js';
import { type AddressGuard, makeAddressGuard } from './address-guard.js';
import { AnswerCache } from './answer-cache.js';
import { authenticateCall } from './authenticate-call.js';
import type { CallCtx, CallState, Ctx } from './call.js';
import { requestIdOf } from './call-names.js';
import { CallSlots } from './call-slots.js';
import { makeClientAddress } from './client-address.js';
import { answerFault } from './error-boundary.js';
import { addRateLimitHeaders } from './rate-limits.js';
import { isReadable } from './readable-target.js';
import { refusalAudit } from './refusal-audit.js';
import { makeRoutes, type Route } from './routes.js';
import { sendPrepared, sendRefusal } from './send.js';
import { makeServeOperation } from './serve-operation.js';
import { areHeadersPlain } from './single-headers.js';
import { makeStaticFiles, type StaticFile } from './static-files.js';
import { UntakenBytes } from './untaken-bytes.js';

/** Everything that the HTTP adapter takes from the composition root. */
export interface HttpDeps {
  readonly ports: AllPorts;
  readonly authenticate: Authenticate;
  readonly auditRefusal: AuditRefusal;
  readonly makeRepeatable: MakeRepeatable;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: ServiceLog;
  readonly takeQuota: TakeQuota;
  readonly revisions: RevisionReader;
  readonly tenantQueue: TenantQueue;
  /** Ranges of the trusted proxies in front, which report where a call came from. */
  readonly trustedProxies: readonly string[];
  readonly bootstrapScope: Scope;
  /** What is served besides operations. */
  readonly staticFiles?: readonly StaticFile[];
  /** Handlers for calls that match no operation, such as the console. */
  readonly beside?: Koa.Middleware;
}

/** The principal of an endpoint that needs no token: nobody, without grants. */
const NOBODY: Caller = {
  principal: {
    actorId: 'anonymous',
    actorType: 'user',
    displayName: 'anonymous',
    tenantId: '',
    authMethod: 'api_token',
    environmentIds: [],
    narrowed: false,
    groups: [],
    grants: [],
    tokenExpiresAt: null,
    permissions: null,
    tokenId: null,
    persons: [],
  },
  contentRevision: 0,
};

/** Builds the Koa application from the registry of operations. */
export const makeApp = (deps: HttpDeps): Koa<CallState> => {
  const app = new Koa<CallState>();
  app.silent = true;
  app.on('error', (fault) => deps.log.failure('a connection ended with an error', fault));
  const addressOf = makeClientAddress(deps.trustedProxies);
  app.use(makeEntry(deps, new UntakenBytes(addressOf)));
  app.use(makeRoutes(serveAll(deps, makeAddressGuard(deps.clock, addressOf))));
  if (deps.beside !== undefined) app.use(sending(deps.beside));
  app.use(makeStaticFiles(deps.staticFiles ?? []));
  return app;
};

// What it leaves unanswered belongs to the next middleware, which has answered by then.
const sending =
  (beside: Koa.Middleware): Koa.Middleware<CallState> =>
  async (ctx, next) => {
    await beside(ctx, next);
    if (ctx.respond !== false) sendPrepared(ctx);
  };

const serveAll = (deps: HttpDeps, guard: AddressGuard): Route[] => {
  const serving = {
    ...deps,
    answers: new AnswerCache(),
    slots: new CallSlots(deps.tenantQueue),
    auditRefusal: refusalAudit(deps.auditRefusal),
  };
  const admitting = { ...deps, guard };
  return [...allOperations, ...foreignOperations].map((operation) => {
    // Compiled at the first call: of some hundred and fifty, a command needs one or two.
    let compiled: ServeCall | undefined;
    const serve: ServeCall = (ctx, caller) => {
      compiled ??= makeServeOperation(compileOperation(operation, deps.ports), serving);
      return compiled(ctx, caller);
    };
    const served = { operation, serve };
    if (operation.takesToken) return { operation, serve: (ctx) => serveAnybody(ctx, admitting, served) };
    if (operation.permission === 'public') return { operation, serve: (ctx) => serve(ctx, NOBODY) };
    return { operation, serve: (ctx) => serveCaller(ctx, admitting, served) };
  });
};

type ServeCall = ReturnType<typeof makeServeOperation>;

// Calls without a token count against their address.
const serveAnybody = async (ctx: CallCtx, admitting: Admitting, served: ServedOperation): Promise<void> => {
  ctx.state.headers.push('Access-Control-Allow-Origin', '*');
  if (ctx.req.headers.authorization !== undefined) return serveCaller(ctx, admitting, served);
  if (admitting.guard.isSpent(ctx.req)) {
    ctx.state.headers.push('Retry-After', String(admitting.guard.seconds()));
    return sendRefusal(ctx, { reasonCode: 'rate_limited' });
  }
  admitting.guard.count(ctx.req);
  await served.serve(ctx, NOBODY);
};

interface Admitting extends Pick<HttpDeps, 'authenticate' | 'takeQuota'> {
  readonly guard: AddressGuard;
}

interface ServedOperation {
  readonly operation: Operation;
  readonly serve: ServeCall;
}

const serveCaller = async (
  ctx: CallCtx,
  { authenticate, takeQuota, guard }: Admitting,
  { operation, serve }: ServedOperation,
): Promise<void> => {
  const isSpent = guard.isSpent(ctx.req);
  // What is already known is not awaited: each await costs every call a round of promises.
  const found = authenticateCall(authenticate, ctx.req, isSpent ? 'known_only' : undefined);
  const caller = found instanceof Promise ? await found : found;
  if (!caller.ok && isSpent) {
    ctx.state.headers.push('Retry-After', String(guard.seconds()));
    return sendRefusal(ctx, { reasonCode: 'rate_limited' });
  }
  if (!caller.ok) {
    if ('failedCheck' in caller) {
      ctx.state.failedCheck = caller.failedCheck;
      ctx.state.claim = caller.claim;
    }
    // While valid tokens cannot be told from invalid ones, no address is charged.
    if (caller.refusal.reasonCode !== 'identity_provider_unavailable') guard.count(ctx.req);
    return sendRefusal(ctx, caller.refusal);
  }
  const { principal, actor } = caller.value;
  ctx.state.principal = principal;
  if (actor !== undefined) ctx.state.actor = actor;
  // Every call counts against its caller before anything else is examined.
  const { tenantId, actorType, actorId } = principal;
  const counted = takeQuota(operation.rateClass, tenantId, actorType, actorId);
  const usage = counted instanceof Promise ? await counted : counted;
  if (usage !== undefined) addRateLimitHeaders(ctx, usage);
  if (!isWithin(usage)) return sendRefusal(ctx, { reasonCode: 'rate_limited' });
  await serve(ctx, caller.value);
};

// The outermost step: names the call, sets the headers every answer carries, and writes one log line.
const makeEntry =
  ({ ids, clock, log }: HttpDeps, untaken: UntakenBytes): Koa.Middleware<CallState> =>
  async (ctx, next) => {
    ctx.state.untaken = untaken;
    ctx.state.requestId = requestIdOf(ctx.req) ?? ids.mint('request');
    ctx.state.startedAtMs = clock.epochMs();
    ctx.state.headers = [...FIXED_HEADERS, 'X-Request-Id', ctx.state.requestId];
    try {
      if (isReadable(ctx.url) && areHeadersPlain(ctx.req)) await next();
      else sendRefusal(ctx, { reasonCode: 'invalid_request' });
    } catch (fault) {
      answerFault(ctx, fault, log);
    }
    logCall(ctx, clock, log);
  };

const FIXED_HEADERS = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
];

const logCall = (ctx: Ctx, clock: Clock, log: ServiceLog): void => {
  const { requestId, startedAtMs, operation, principal, refusal, failedCheck, claim } = ctx.state;
  log.request({
    requestId,
    operation: operation?.id ?? 'none',
    status: ctx.status,
    isWrite: operation?.audited !== undefined,
    durationMs: clock.epochMs() - startedAtMs,
    ...(principal === undefined ? {} : { actorId: principal.actorId, tenantId: principal.tenantId }),
    ...(refusal === undefined ? {} : { reasonCode: refusal.reasonCode }),
    ...(failedCheck === undefined ? {} : { failedCheck }),
    ...(claim === undefined ? {} : { claim }),
  });
};
