import type {
  AuditRefusal,
  Authenticate,
  Caller,
  MakeRepeatable,
  TakeQuota,
  UseCases,
} from '@govgate/application';
import { beginsLikeToken, type Scope } from '@govgate/domain';
import type { Clock, IdSource, ServiceLog } from '@govgate/ports';
import Koa from 'koa';
import { type CompiledOperation, compileOperation } from '../operation/compiled-operation.js';
import type { Operation } from '../operation/define-operation.js';
import { pathId } from '../operation/path-id.js';
import { allOperations } from '../operations/registry.js';
import { type AddressGuard, makeAddressGuard } from './address-guard.js';
import { AnswerCache } from './answer-cache.js';
import { authenticateCall } from './authenticate-call.js';
import type { CallCtx, CallState } from './call.js';
import { answerFault } from './error-boundary.js';
import { FairTurns } from './fair-turns.js';
import { takeRate } from './rate-limits.js';
import { refusalAudit } from './refusal-audit.js';
import { makeRoutes, type Serve } from './routes.js';
import { sendRefusal } from './send.js';
import { makeServeOperation } from './serve-operation.js';
import { makeStaticFiles, type StaticFile } from './static-files.js';
import { UntakenBytes } from './untaken-bytes.js';

/** Everything that the HTTP adapter takes from the composition root. */
export interface HttpDeps {
  readonly useCases: UseCases;
  readonly authenticate: Authenticate;
  readonly auditRefusal: AuditRefusal;
  readonly makeRepeatable: MakeRepeatable;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: ServiceLog;
  readonly takeQuota: TakeQuota;
  /** Ranges of the proxies in front, whose word on where a call came from is taken. */
  readonly trustedProxies: readonly string[];
  readonly bootstrapScope: Scope;
  /** What is served beside the operations. */
  readonly staticFiles?: readonly StaticFile[];
}

/** Who calls an endpoint that needs no token: nobody, with no grants. */
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
    person: null,
  },
  contentRevision: 0,
};

/** Builds the Koa application out of the registry of operations. */
export const makeApp = (deps: HttpDeps): Koa<CallState> => {
  const app = new Koa<CallState>();
  app.silent = true;
  app.on('error', (fault) => deps.log.failure('a connection ended with an error', fault));
  app.use(makeEntry(deps));
  app.use(makeStaticFiles(deps.staticFiles ?? []));
  app.use(makeRoutes(serveAll(deps)));
  return app;
};

const serveAll = (deps: HttpDeps): { compiled: CompiledOperation; serve: Serve }[] => {
  const answers = new AnswerCache();
  const gate: Gate = {
    guard: makeAddressGuard(deps.clock, deps.trustedProxies),
    turns: new FairTurns(),
  };
  const serving = { ...deps, answers, auditRefusal: refusalAudit(deps.auditRefusal) };
  return allOperations.map((operation) => {
    const compiled = compileOperation(operation, deps.useCases);
    const serve = makeServeOperation(compiled, serving);
    if (operation.permission === 'public') return { compiled, serve: (ctx) => serve(ctx, NOBODY) };
    return { compiled, serve: (ctx) => serveCaller(deps, gate, ctx, compiled, serve) };
  });
};

// What holds an answer while it is made; what waits holds nothing, and a decision next to nothing.
const isRead = ({ method, waits }: Operation): boolean => method === 'get' && !waits;

/** What a call passes before it is served. */
interface Gate {
  readonly guard: AddressGuard;
  readonly turns: FairTurns;
}

const serveCaller = async (
  { authenticate, takeQuota }: HttpDeps,
  { guard, turns }: Gate,
  ctx: CallCtx,
  { operation }: CompiledOperation,
  serve: (ctx: CallCtx, caller: Caller) => Promise<void>,
): Promise<void> => {
  const isSpent = guard.isSpent(ctx.req);
  const caller = await authenticateCall(authenticate, ctx.req, isSpent ? 'known_only' : undefined);
  if (!caller.ok && isSpent) {
    ctx.state.headers.push('Retry-After', String(guard.seconds()));
    return sendRefusal(ctx, { reasonCode: 'rate_limited' });
  }
  if (!caller.ok) {
    if ('failedCheck' in caller) ctx.state.failedCheck = caller.failedCheck;
    // While nobody can tell good tokens from bad ones, no address has spent anything.
    if (caller.refusal.reasonCode !== 'identity_provider_unavailable') guard.refused(ctx.req);
    return sendRefusal(ctx, caller.refusal);
  }
  const { principal } = caller.value;
  ctx.state.principal = principal;
  const within = await takeRate(takeQuota, ctx, principal, operation);
  if (!within) return sendRefusal(ctx, { reasonCode: 'rate_limited' });
  const leave = await turns.enter(principal.tenantId, isRead(operation));
  try {
    // Who hung up while waiting for a turn is not served.
    if (!ctx.req.socket.destroyed) await serve(ctx, caller.value);
  } finally {
    leave();
  }
};

// The outermost step: names the call, sets the headers that every answer carries, and writes one line of log.
const makeEntry = ({ ids, clock, log }: HttpDeps): Koa.Middleware<CallState> => {
  const untaken = new UntakenBytes();
  return async (ctx, next) => {
    ctx.state.untaken = untaken;
    ctx.state.requestId = nameOf(ctx.get('X-Request-Id')) ?? ids.mint('request');
    ctx.state.startedAtMs = clock.epochMs();
    ctx.state.headers = [...FIXED_HEADERS, 'X-Request-Id', ctx.state.requestId];
    try {
      if (isReadable(ctx.url)) await next();
      else sendRefusal(ctx as unknown as CallCtx, { reasonCode: 'invalid_request' });
    } catch (fault) {
      answerFault(ctx as unknown as CallCtx, fault, log);
    }
    logCall(ctx as unknown as CallCtx, clock, log);
  };
};

// The name of a call is written to the trail for good. One that looks like a credential is not taken, even cut short.
const nameOf = (sent: string): string | undefined =>
  pathId(sent) !== '' && !beginsLikeToken(sent) ? sent : undefined;

// A target may be a whole address (RFC 9112, 3.2.2), and then one that nobody can read.
const isReadable = (target: string): boolean =>
  target.startsWith('/') || target === '*' || URL.canParse(target);

const FIXED_HEADERS = [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
];

const logCall = (ctx: CallCtx, clock: Clock, log: ServiceLog): void => {
  const { requestId, startedAtMs, operation, principal, refusal, failedCheck } = ctx.state;
  log.request({
    requestId,
    operation: operation?.operation.id ?? 'none',
    status: ctx.status,
    isWrite: operation?.operation.audited !== undefined,
    durationMs: clock.epochMs() - startedAtMs,
    ...(principal === undefined ? {} : { actorId: principal.actorId, tenantId: principal.tenantId }),
    ...(refusal === undefined ? {} : { reasonCode: refusal.reasonCode }),
    ...(failedCheck === undefined ? {} : { failedCheck }),
  });
};
