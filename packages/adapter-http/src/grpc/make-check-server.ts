import { createServer } from 'node:net';
import type { CheckedName } from '@govgate/application';
import type { Refusal } from '@govgate/domain';
import type { Clock, IdSource, ServiceLog } from '@govgate/ports';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { errorEnvelope } from '../error-envelope.js';
import { statusOf } from '../http-status.js';
import { checkCall } from '../operations/authzen/check-call.js';
import { type CheckAnswer, checkResponse, mcpRequestResult } from './check-response.js';
import { AUTHORIZATION_SERVICE, EXT_MCP_SERVICE, HEALTH_SERVICE, SERVICES } from './messages.js';
import { type CheckReader, readCheck } from './read-check.js';
import { readMcpRequest } from './read-mcp-request.js';

/** A call of the API in this process. */
export interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Of the gateway, whose refused tokens are counted by it. */
  readonly remoteAddress: string;
  /** Aborted where the gateway no longer waits. */
  readonly signal: AbortSignal;
}

export interface CheckServerDeps {
  /** Has the API answer, with everything that it does for a call over HTTP. */
  readonly callApi: (call: ApiCall) => Promise<CheckAnswer>;
  readonly checkHeaders: Readonly<Record<CheckedName, string>>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: ServiceLog;
  readonly maxConnections: number;
}

/** Answers gateways over gRPC. */
export interface CheckServer {
  listen(port: number, host: string): Promise<void>;
  /** Accepts no more calls and finishes those under way, for 10 s at most. */
  stop(): Promise<void>;
}

/** Beside a body of the longest kind, the headers of the checked request. */
const MOST_BYTES = checkCall.bodyLimit + 512 * 1024;
const MOST_CALLS = 100;
const IDLE_MS = 5 * 60_000;
/** Ends connections whose calls never end. */
const OLDEST_MS = 30 * 60_000;
const STOP_MS = 10_000;

const SERVING = 1;
const NOT_SERVING = 2;

type Unary<I> = (call: ServerUnaryCall<I, object>, answer: sendUnaryData<object>) => void;

/** Makes the server of Envoy's external authorization, of agentgateway's ExtMcp and of gRPC's health check. What speaks gRPC is loaded only now. */
export const makeCheckServer = async (deps: CheckServerDeps): Promise<CheckServer> => {
  const [grpc, loader] = await Promise.all([import('@grpc/grpc-js'), import('@grpc/proto-loader')]);
  const services = loader.fromJSON(SERVICES, { defaults: true, arrays: true, objects: true, longs: Number });
  const server = new grpc.Server({
    'grpc.max_receive_message_length': MOST_BYTES,
    'grpc.max_concurrent_streams': MOST_CALLS,
    'grpc.max_connection_idle_ms': IDLE_MS,
    'grpc.max_connection_age_ms': OLDEST_MS,
    'grpc.max_connection_age_grace_ms': STOP_MS,
  });
  server.addService(services[AUTHORIZATION_SERVICE] as never, {
    Check: answering(makeCheck(deps, readCheck, checkResponse)),
  });
  server.addService(services[EXT_MCP_SERVICE] as never, {
    CheckRequest: answering(makeCheck(deps, readMcpRequest, mcpRequestResult)),
  });
  const notFound = { code: grpc.status.NOT_FOUND };
  server.addService(services[HEALTH_SERVICE] as never, { Check: answering(makeHealth(deps, notFound)) });
  const gate = server.createConnectionInjector(grpc.ServerCredentials.createInsecure());
  const listener = createServer({ noDelay: true }, (socket) => gate.injectConnection(socket));
  if (deps.maxConnections > 0) listener.maxConnections = deps.maxConnections;
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        listener.once('error', reject).listen(port, host, resolve);
      }),
    stop: async () => {
      listener.close();
      const limit = setTimeout(() => server.forceShutdown(), STOP_MS);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(limit);
    },
  };
};

const answering =
  <I>(handle: (call: ServerUnaryCall<I, object>) => Promise<object>): Unary<I> =>
  (call, answer) => {
    handle(call).then(
      (value) => answer(null, value),
      (fault) => answer(fault),
    );
  };

type Handle<I> = (call: ServerUnaryCall<I, object>) => Promise<object>;

const makeCheck =
  <I>(
    deps: CheckServerDeps,
    readRequest: CheckReader<I>,
    responseOf: (answer: CheckAnswer) => object,
  ): Handle<I> =>
  async (call) => {
    const startedAtMs = deps.clock.epochMs();
    const metadata = (name: string) => call.metadata.get(name).map(String);
    const read = readRequest(call.request, metadata, deps.checkHeaders);
    if (!read.ok) return responseOf(refused(deps, read.refusal, startedAtMs));
    try {
      return responseOf(await deps.callApi({ method: 'POST', ...read.value, ...fromWhere(call) }));
    } catch (fault) {
      // A denial: an error of gRPC would let the call through where the gateway is set to allow on failures.
      if (!call.cancelled) deps.log.failure('a check over gRPC failed', fault);
      return responseOf(refused(deps, { reasonCode: 'internal_error' }, startedAtMs));
    }
  };

// What is not understood never becomes a call of the API: it is logged and counted here as one that was refused.
const refused = (
  { ids, clock, log }: CheckServerDeps,
  refusal: Refusal,
  startedAtMs: number,
): CheckAnswer => {
  const requestId = ids.mint('request');
  const { reasonCode } = refusal;
  const status = statusOf(reasonCode);
  log.request({
    requestId,
    operation: checkCall.id,
    status,
    isWrite: false,
    durationMs: clock.epochMs() - startedAtMs,
    reasonCode,
  });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    ...(status === 405 ? { allow: 'POST' } : {}),
  };
  return { status, headers, body: JSON.stringify(errorEnvelope(refusal, requestId)) };
};

const makeHealth =
  ({ callApi }: CheckServerDeps, notFound: object): Handle<{ readonly service: string }> =>
  async (call) => {
    if (!['', AUTHORIZATION_SERVICE, EXT_MCP_SERVICE].includes(call.request.service)) throw notFound;
    const ready = await callApi({ method: 'GET', path: '/readyz', ...fromWhere(call) }).catch(
      () => undefined,
    );
    return { status: ready?.status === 200 ? SERVING : NOT_SERVING };
  };

const fromWhere = (
  call: Pick<ServerUnaryCall<unknown, unknown>, 'getPeer' | 'on' | 'cancelled'>,
): Pick<ApiCall, 'remoteAddress' | 'signal'> => {
  const leaving = new AbortController();
  call.on('cancelled', () => leaving.abort());
  return { remoteAddress: addressOf(call.getPeer()), signal: leaving.signal };
};

/** The address in `127.0.0.1:50112` or `[::1]:50112`. */
const addressOf = (peer: string): string => peer.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
