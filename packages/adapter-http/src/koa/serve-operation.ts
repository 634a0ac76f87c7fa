import { setTimeout as pause } from 'node:timers/promises';
import type { CallContext, Caller, MakeRepeatable, RepeatableCall, UseCase } from '@govgate/application';
import {
  type Json,
  ok,
  type Principal,
  type Refusal,
  type Result,
  refuse,
  type Scope,
} from '@govgate/domain';
import type { Clock, StopSignal } from '@govgate/ports';
import type { CompiledOperation } from '../operation/compiled-operation.js';
import { readIdempotencyKey, readIfMatch } from '../operation/conditional-headers.js';
import type { Operation } from '../operation/define-operation.js';
import { holdsOwnCredential, OWN_CREDENTIAL_HELP } from '../operation/own-credential.js';
import { pathIds } from '../operation/path-id.js';
import { readQuery } from '../operation/query-string.js';
import { SharedFile } from '../operation/shared-file.js';
import { isStream } from '../operation/streamed-answer.js';
import { validate } from '../operation/validate.js';
import type { AnswerCache, AnswerCall } from './answer-cache.js';
import type { CallCtx } from './call.js';
import { correlationIdOf } from './call-names.js';
import type { CallSlots } from './call-slots.js';
import { addRateLimitHeaders } from './rate-limits.js';
import { makeReadBody, type ReadBody, type SentBody } from './read-body.js';
import { scopeOfCall } from './scope-of-call.js';
import { type ReadyAnswer, sendAnswer, sendFile, sendRefusal, wholeTag } from './send.js';
import { sendStream } from './send-stream.js';

/** What serving an authenticated operation needs besides its use case. */
export interface ServingDeps {
  readonly clock: Clock;
  readonly answers: AnswerCache;
  readonly slots: CallSlots;
  readonly makeRepeatable: MakeRepeatable;
  readonly auditRefusal: (ctx: CallCtx, refusal: Refusal) => Promise<Result<undefined>>;
  readonly bootstrapScope: Scope;
}

interface Sent {
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** A longer body takes as long to examine as some hundred usual calls. */
const LONG_BODY = 16 * 1024;

/** Milliseconds that releasing a claim may delay the answer; a failing store has had its time already. */
const LET_GO_MS = 300;

/** The body of a call, or what is wrong with it. */
type Body = Result<Record<string, unknown>>;

const NO_BODY: SentBody = { text: '', parse: () => ok({}) };

/** An operation and what serves it. */
interface Serving {
  readonly compiled: CompiledOperation;
  readonly deps: ServingDeps;
  readonly readBody: ReadBody;
}

/** What came with a call: from whom, and its body. */
interface Came {
  readonly caller: Caller;
  readonly body: Body;
}

/** Serves an operation to a caller who is already known. */
export const makeServeOperation = (
  compiled: CompiledOperation,
  deps: ServingDeps,
): ((ctx: CallCtx, caller: Caller) => Promise<void>) => {
  const serving: Serving = { compiled, deps, readBody: bodyReaderOf(compiled) };
  return async (ctx, caller) => {
    const call = compiled.operation.cacheable ? answerCall(ctx, deps, caller) : undefined;
    const ready = call === undefined ? undefined : deps.answers.get(call);
    return ready === undefined ? serveAnew(ctx, serving, caller, call) : sendAnswer(ctx, ready);
  };
};

const bodyReaderOf = ({ operation }: CompiledOperation): ReadBody => {
  const otherMedia = operation.foreignForm ? 'invalid_request' : 'unsupported_media_type';
  return operation.body === undefined
    ? async () => NO_BODY
    : makeReadBody(operation.bodyLimit, otherMedia, operation.bodyForm);
};

const serveAnew = async (
  ctx: CallCtx,
  serving: Serving,
  caller: Caller,
  call: AnswerCall | undefined,
): Promise<void> => {
  const { compiled, deps, readBody } = serving;
  const { operation } = compiled;
  // A slot is taken with everything at hand: otherwise bodies that arrive together would all continue in one turn of the loop.
  const body = await readBody(ctx);
  if ((operation.permission === 'public' && !operation.takesToken) || operation.waits)
    return serve(ctx, serving, { caller, body: body.parse() }, call);
  const isExpensive = compiled.isPaged || body.text.length > LONG_BODY;
  const slot = deps.slots.enter(caller.principal.tenantId, operation.method === 'get', isExpensive);
  const leave = slot instanceof Promise ? await slot : slot;
  try {
    // A caller who hung up while waiting is not served.
    if (!ctx.req.socket.destroyed) await serve(ctx, serving, { caller, body: body.parse() }, call);
  } finally {
    leave();
  }
};

const serve = async (
  ctx: CallCtx,
  serving: Serving,
  came: Came,
  call: AnswerCall | undefined,
): Promise<void> => {
  const { compiled, deps } = serving;
  const outcome = await runCall(ctx, serving, came);
  if (!outcome.ok) return refuseCall(ctx, serving, outcome.refusal);
  const output = outcome.value;
  if (isStream(output)) return sendStream(ctx, output, compiled.operation.contentType);
  if (output instanceof SharedFile) return sendFile(ctx, output, compiled.operation.contentType);
  const answer = readyAnswer(ctx, compiled, output);
  if (call !== undefined) deps.answers.set(call, answer);
  return sendAnswer(ctx, answer);
};

// The revision was read before the answer is made, so a commit in between makes the answer stale.
const answerCall = (
  ctx: CallCtx,
  { clock }: ServingDeps,
  { principal, contentRevision }: Caller,
): AnswerCall => ({
  principal,
  contentRevision,
  url: ctx.url,
  nowMs: clock.epochMs(),
});

const refuseCall = async (
  ctx: CallCtx,
  { compiled: { operation }, deps }: Serving,
  refusal: Refusal,
): Promise<void> => {
  // Calls beyond a quota are counted in metrics, not in the trail, which they would fill (docs/spec/operations.md).
  if (operation.audited === undefined || refusal.reasonCode === 'rate_limited')
    return sendRefusal(ctx, refusal);
  const audited = await deps.auditRefusal(ctx, refusal);
  return sendRefusal(ctx, audited.ok ? refusal : audited.refusal);
};

const readyAnswer = (ctx: CallCtx, compiled: CompiledOperation, output: unknown): ReadyAnswer => {
  const { operation } = compiled;
  const shown = operation.toWire(output, ctx.state.requestId);
  const text = typeof shown === 'string' ? shown : compiled.write(shown);
  const tag = operation.recordTag?.(output);
  const isWhole = operation.method === 'get' && !operation.scim;
  const etag = tag === undefined ? undefined : isWhole ? wholeTag(tag, text) : `"${tag}"`;
  if (operation.maxAgeSeconds !== undefined)
    ctx.state.cacheControl = `public, max-age=${operation.maxAgeSeconds}`;
  const location = operation.location?.(output);
  if (location !== undefined) ctx.state.headers.push('Location', location);
  return { status: operation.status(output), text, etag, contentType: operation.contentType };
};

/** The outcome of a call, or what will produce it. */
type Outcome = Result<unknown> | Promise<Result<unknown>>;

const runCall = (ctx: CallCtx, serving: Serving, { caller, body }: Came): Outcome => {
  const { compiled, deps } = serving;
  const { operation } = compiled;
  const { principal } = caller;
  const sent = readSent(ctx, compiled, body);
  if (!sent.ok) return sent;
  const actor = checkActor(ctx, operation, { principal, body: sent.value.body });
  if (!actor.ok) return actor;
  const scope = scopeOfCall(operation, { principal, bootstrap: deps.bootstrapScope }, sent.value);
  if (!scope.ok) return scope;
  ctx.state.environmentId = scope.value.environmentId === '' ? null : scope.value.environmentId;
  const context = readContext(ctx, operation, caller);
  if (!context.ok) return context;
  const input = operation.toInput({
    params: compiled.takeParams(sent.value.params) as never,
    query: compiled.takeQuery(sent.value.query) as never,
    body: compiled.takeBody(sent.value.body) as never,
    scope: scope.value,
    context: context.value,
    header: (name) => headerOf(ctx, name),
  });
  return runOnce(ctx, serving, { context: context.value, input, sent: sent.value });
};

const headerOf = ({ req }: CallCtx, name: string): string | undefined => {
  const value = req.headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

interface ReadyCall {
  readonly context: CallContext;
  readonly input: unknown;
  readonly sent: Sent;
}

const runOnce = (
  ctx: CallCtx,
  { compiled: { operation, useCase }, deps }: Serving,
  { context, input, sent }: ReadyCall,
): Outcome => {
  const key =
    operation.method === 'get' || operation.scim
      ? ok(undefined)
      : readIdempotencyKey(ctx.req.headers['idempotency-key'] as string | undefined);
  if (!key.ok) return key;
  // A call that changes nothing may simply be made again: nothing is kept of it.
  if (key.value === undefined || operation.audited === undefined) return useCase(context, input);
  const repeatable = deps.makeRepeatable(context.principal, {
    key: key.value,
    operationId: operation.id,
    path: ctx.path,
    sent: { query: sent.query, body: sent.body } as Json,
  });
  return runRepeatable(useCase, { ...context, repeatable }, input);
};

// The use case claims the key once it has established that the caller is allowed.
const runRepeatable = async (
  useCase: UseCase<unknown, unknown>,
  context: CallContext & { readonly repeatable: RepeatableCall },
  input: unknown,
): Promise<Result<unknown>> => {
  const { repeatable } = context;
  try {
    const outcome = await useCase(context, input);
    await repeatable.settle(outcome);
    return outcome;
  } catch (fault) {
    // The claim is released so that the caller's retry can run; if that fails or is slow, the claim expires by itself.
    const letGo = repeatable.settle(refuse('internal_error')).catch(() => undefined);
    await Promise.race([letGo, pause(LET_GO_MS, undefined, { ref: false })]);
    throw fault;
  }
};

const readSent = (ctx: CallCtx, { operation, noQuery }: CompiledOperation, body: Body): Result<Sent> => {
  if (!body.ok) return body;
  const actorField = operation.actorField;
  if (actorField?.rule === 'forbidden' && actorField.name in body.value)
    return refuse('actor_id_not_allowed', actorField.name);
  const query = ctx.querystring === '' ? noQuery : sentQuery(ctx, operation);
  if (!query.ok) return query;
  const checkedBody = operation.body === undefined ? ok({}) : validate(operation.body, body.value, 'body');
  if (!checkedBody.ok) return checkedBody;
  return ok({
    params: pathIds(operation.params, ctx.params, ctx.req.headers),
    query: query.value as Record<string, unknown>,
    body: checkedBody.value as Record<string, unknown>,
  });
};

const sentQuery = ({ querystring, req }: CallCtx, operation: Operation): Result<unknown> => {
  const query = readQuery(querystring);
  if (!query.ok) return query;
  const checked = validate(operation.query, query.value, 'query');
  if (!checked.ok) return checked;
  for (const [name, text] of Object.entries(query.value))
    if (holdsOwnCredential(text, req.headers)) return refuse('forbidden_material', name, OWN_CREDENTIAL_HELP);
  return checked;
};

/** When the compatibility fields were deprecated, as an RFC 9745 date: 2026-01-01. */
const DEPRECATED_SINCE = '@1767225600';

// A deprecated actor field is tolerated only when it matches the authentication context.
const checkActor = (
  ctx: CallCtx,
  { actorField: field }: Operation,
  { principal, body }: { readonly principal: Principal; readonly body: Record<string, unknown> },
): Result<undefined> => {
  if (field?.rule !== 'must_match' || body[field.name] === undefined) return ok(undefined);
  ctx.state.headers.push('Deprecation', DEPRECATED_SINCE);
  return body[field.name] === principal.actorId ? ok(undefined) : refuse('actor_mismatch', field.name);
};

const readContext = (
  ctx: CallCtx,
  operation: Operation,
  { principal, actor, contentRevision }: Caller,
): Result<CallContext> => {
  const ifMatch = operation.method === 'get' ? ok(undefined) : readIfMatch(ctx.req.headers['if-match']);
  if (!ifMatch.ok) return ifMatch;
  return ok({
    principal,
    ...(actor === undefined ? {} : { actor }),
    contentRevision,
    requestId: ctx.state.requestId,
    correlationId: correlationIdOf(ctx.req),
    onRateUsage: (usage) => addRateLimitHeaders(ctx, usage),
    ...(ifMatch.value === undefined ? {} : { ifMatch: ifMatch.value }),
    ...(operation.heedsLeaving ? { stop: leavingOf(ctx) } : {}),
  });
};

// `close` also fires after the answer is sent, when nobody asks any more.
const leavingOf = ({ res }: CallCtx): StopSignal => {
  const leaving = { aborted: res.destroyed };
  res.once('close', () => {
    leaving.aborted = true;
  });
  return leaving;
};
