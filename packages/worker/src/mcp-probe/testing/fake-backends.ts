import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  closedPort,
  type LoopbackServer,
  startHttp,
  startTcp,
} from '../../egress/testing/loopback-server.js';

/** What backends say that must never appear in a result. */
export const CANARY = 'canary-of-the-backend';

export interface FakeBackend extends LoopbackServer {
  /** Each request: its HTTP method and, for a message, the JSON-RPC one. */
  readonly seen: readonly string[];
  openSessions(): number;
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly [key: string]: unknown };
}

interface Call {
  readonly message: Message;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Opens a session and returns its id. */
  readonly newSession: () => string;
}

type Behave = (call: Call) => void;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

/** Starts a backend that behaves as given; DELETE ends a session. */
export const startFake = async (behave: Behave, deleteStatus = 204): Promise<FakeBackend> => {
  const seen: string[] = [];
  const sessions = new Set<string>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    if (request.method !== 'POST') {
      seen.push(request.method ?? '');
      sessions.delete(String(request.headers['mcp-session-id']));
      response.writeHead(deleteStatus).end();
      return;
    }
    const message = JSON.parse(body) as Message;
    seen.push(message.method);
    const newSession = (): string => {
      const id = `session-${sessions.size + 1}`;
      sessions.add(id);
      return id;
    };
    behave({ message, request, response, newSession });
  };
  const server = await startHttp((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return { ...server, seen, openSessions: () => sessions.size };
};

type Headers = Record<string, string>;

const json = ({ response }: Call, status: number, value: unknown, headers: Headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

export const result = (call: Call, value: unknown, headers: Headers = {}): void =>
  json(call, 200, { jsonrpc: '2.0', id: call.message.id, result: value }, headers);

const rpcError = (call: Call, status: number, code: number, data?: unknown): void =>
  json(call, status, { jsonrpc: '2.0', id: call.message.id, error: { code, message: CANARY, data } });

const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  instructions: CANARY,
};

const initialized = (protocolVersion = '2025-11-25') => ({
  protocolVersion,
  capabilities: { tools: {} },
  serverInfo: { name: CANARY, version: '1' },
});

/** Runs one behaviour for each JSON-RPC method; a method without one is answered like the older servers do. */
export const byMethod =
  (behaviours: Readonly<Record<string, Behave>>): Behave =>
  (call) => {
    const behave = behaviours[call.message.method];
    if (behave === undefined) rpcError(call, 400, -32_000);
    else behave(call);
  };

const accept: Behave = ({ response }) => response.writeHead(202).end();

/** The older handshake with a session, to be changed in parts. */
export const OLDER: Readonly<Record<string, Behave>> = {
  initialize: (call) => result(call, initialized(), { 'mcp-session-id': call.newSession() }),
  'notifications/initialized': accept,
};

export const MODERN: Readonly<Record<string, Behave>> = {
  'server/discover': (call) => result(call, DISCOVERED),
};

const plain =
  (status: number, body = '', headers: Headers = {}): Behave =>
  ({ response }) =>
    response.writeHead(status, headers).end(body);

const HTML = { 'content-type': 'text/html' };
const STREAM = { 'content-type': 'text/event-stream' };

const streaming =
  (pieces: (call: Call) => readonly (string | Buffer)[], keepOpen = false): Behave =>
  (call) => {
    call.response.writeHead(200, STREAM);
    for (const piece of pieces(call)) call.response.write(piece);
    if (!keepOpen) call.response.end();
  };

const discoveredText = (call: Call): string =>
  JSON.stringify({ jsonrpc: '2.0', id: call.message.id, result: { ...DISCOVERED, instructions: 'grüß' } });

const bytewise = (text: string): readonly Buffer[] =>
  Array.from(Buffer.from(text), (byte) => Buffer.from([byte]));

export interface BackendRow {
  readonly behaviour: string;
  readonly start: () => Promise<FakeBackend>;
  readonly outcome: string;
  readonly protocolVersion?: string;
  readonly seen: readonly string[];
}

const DISCOVER = ['server/discover'];
const TRIED = [...DISCOVER, 'initialize'];
const WHOLE = [...TRIED, 'notifications/initialized', 'DELETE'];

const row = (
  behaviour: string,
  behave: Behave,
  outcome: string,
  seen: readonly string[],
  protocolVersion?: string,
): BackendRow => ({
  behaviour,
  start: () => startFake(behave),
  outcome,
  seen,
  ...(protocolVersion === undefined ? {} : { protocolVersion }),
});

const older = (changes: Readonly<Record<string, Behave>>): Behave => byMethod({ ...OLDER, ...changes });
const modern = (behave: Behave): Behave => older({ 'server/discover': behave });

const raw = async (start: () => Promise<LoopbackServer>): Promise<FakeBackend> => ({
  ...(await start()),
  seen: [],
  openSessions: () => 0,
});

const rawRow = (behaviour: string, start: () => Promise<LoopbackServer>, outcome: string): BackendRow => ({
  behaviour,
  start: () => raw(start),
  outcome,
  seen: [],
});

/** How backends behave, what a probe must report, and the messages that it may send. */
export const BACKENDS: readonly BackendRow[] = [
  row('speaks the modern era', byMethod(MODERN), 'ok', DISCOVER, '2026-07-28'),
  row('speaks the older era', byMethod(OLDER), 'ok', WHOLE, '2025-11-25'),
  row('speaks both eras', byMethod({ ...OLDER, ...MODERN }), 'ok', DISCOVER, '2026-07-28'),
  row(
    'speaks an older revision',
    older({ initialize: (call) => result(call, initialized('2024-11-05')) }),
    'ok',
    WHOLE.slice(0, -1),
    '2024-11-05',
  ),
  row(
    'answers in an event stream, after other messages, and keeps it open',
    modern(
      streaming(
        (call) => [
          ': hello\n\nid: 1\ndata:\n\n',
          'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\r\n\r\n',
          `event: message\ndata: ${discoveredText(call)}\n\n`,
        ],
        true,
      ),
    ),
    'ok',
    DISCOVER,
    '2026-07-28',
  ),
  row(
    'answers in an event stream byte by byte, on several lines',
    modern(
      streaming((call) => bytewise(`data: ${discoveredText(call).replace(',', ',\r\ndata: ')}\r\n\r\n`)),
    ),
    'ok',
    DISCOVER,
    '2026-07-28',
  ),
  row(
    'answers in a batch',
    modern((call) => json(call, 200, [{ jsonrpc: '2.0', id: call.message.id, result: DISCOVERED }])),
    'ok',
    DISCOVER,
    '2026-07-28',
  ),
  row('knows no discovery and says 404', modern(plain(404)), 'ok', WHOLE, '2025-11-25'),
  row('knows no discovery and says 405', modern(plain(405)), 'ok', WHOLE, '2025-11-25'),
  row('breaks on discovery', modern(plain(500)), 'ok', WHOLE, '2025-11-25'),
  row(
    'knows no discovery and says so in JSON-RPC',
    modern((call) => rpcError(call, 200, -32_601)),
    'ok',
    WHOLE,
    '2025-11-25',
  ),
  row(
    'discovers older revisions only',
    modern((call) => result(call, { ...DISCOVERED, supportedVersions: ['2025-11-25'] })),
    'ok',
    WHOLE,
    '2025-11-25',
  ),
  row(
    'refuses the revision and names an older one',
    modern((call) => rpcError(call, 400, -32_022, { supported: ['2025-06-18'] })),
    'ok',
    WHOLE,
    '2025-11-25',
  ),
  row(
    'gives a session with everything',
    older({
      'server/discover': (call) => json(call, 400, {}, { 'mcp-session-id': call.newSession() }),
    }),
    'ok',
    [...WHOLE, 'DELETE'],
    '2025-11-25',
  ),
  row(
    'discovers newer revisions only',
    modern((call) => result(call, { ...DISCOVERED, supportedVersions: ['2099-01-01'] })),
    'handshake_invalid',
    DISCOVER,
  ),
  row(
    'refuses the revision and names newer ones',
    modern((call) => rpcError(call, 400, -32_022, { supported: ['2099-01-01'] })),
    'handshake_invalid',
    DISCOVER,
  ),
  row('wants a credential', plain(401, CANARY), 'http_401', DISCOVER),
  row('wants a credential for the older handshake', older({ initialize: plain(401) }), 'http_401', TRIED),
  row('forbids', plain(403, CANARY), 'http_403', DISCOVER),
  row('is not there, says a page', plain(404, `<p>${CANARY}</p>`, HTML), 'http_404', TRIED),
  row('allows no POST', plain(405), 'handshake_invalid', TRIED),
  row('breaks', plain(500, CANARY), 'http_5xx', TRIED),
  row('is down', plain(503), 'http_5xx', TRIED),
  row('redirects', plain(307, '', { location: 'http://127.0.0.1/' }), 'http_3xx', DISCOVER),
  row('answers a page', plain(200, `<p>${CANARY}</p>`, HTML), 'handshake_invalid', TRIED),
  row(
    'answers broken JSON',
    plain(200, `{"jsonrpc":"2.0","${CANARY}`, { 'content-type': 'application/json' }),
    'handshake_invalid',
    TRIED,
  ),
  row('answers nothing', plain(200), 'handshake_invalid', TRIED),
  row('answers an empty event stream', plain(200, '', STREAM), 'handshake_invalid', TRIED),
  row(
    'answers another request',
    (call) => json(call, 200, { jsonrpc: '2.0', id: 99, result: DISCOVERED }),
    'handshake_invalid',
    TRIED,
  ),
  row(
    'answers an error to the handshake',
    older({ initialize: (call) => rpcError(call, 200, -32_603) }),
    'rpc_error',
    TRIED,
  ),
  row(
    'answers an error to the handshake with a status of its own',
    older({ initialize: (call) => rpcError(call, 400, -32_600) }),
    'rpc_error',
    TRIED,
  ),
  row('knows no ping', older({ ping: (call) => rpcError(call, 200, -32_601) }), 'ok', WHOLE, '2025-11-25'),
  row(
    'settles on a revision that nobody knows, with a session',
    older({
      initialize: (call) => result(call, initialized('1999-01-01'), { 'mcp-session-id': call.newSession() }),
    }),
    'handshake_invalid',
    [...TRIED, 'DELETE'],
  ),
  row(
    'settles on the modern revision by the older handshake',
    older({ initialize: (call) => result(call, initialized('2026-07-28')) }),
    'handshake_invalid',
    TRIED,
  ),
  row(
    'leaves out its capabilities',
    older({ initialize: (call) => result(call, { protocolVersion: '2025-11-25' }) }),
    'handshake_invalid',
    TRIED,
  ),
  row(
    'refuses to be initialized, with a session',
    older({ 'notifications/initialized': plain(400) }),
    'handshake_invalid',
    [...TRIED, 'notifications/initialized', 'DELETE'],
  ),
  row(
    'hangs in the notification, with a session',
    older({ 'notifications/initialized': () => {} }),
    'timeout',
    [...TRIED, 'notifications/initialized', 'DELETE'],
  ),
  row(
    'drips its answer, with a session',
    older({
      initialize: ({ response, newSession }) => {
        response.writeHead(200, { ...STREAM, 'mcp-session-id': newSession() });
        const timer = setInterval(() => response.write('data: x\n'), 20);
        response.on('close', () => clearInterval(timer));
      },
    }),
    'timeout',
    [...TRIED, 'DELETE'],
  ),
  row('hangs', () => {}, 'timeout', TRIED),
  row(
    'leaves unanswered what it does not know',
    older({ 'server/discover': () => {} }),
    'ok',
    WHOLE,
    '2025-11-25',
  ),
  row(
    'answers more than is read',
    plain(200, JSON.stringify({ text: CANARY.repeat(10_000) }), { 'content-type': 'application/json' }),
    'handshake_invalid',
    TRIED,
  ),
  row(
    'nests too deep',
    (call) =>
      call.response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${call.message.id},"result":${'['.repeat(9_000)}${']'.repeat(9_000)}}`),
    'handshake_invalid',
    TRIED,
  ),
  row(
    'names its fields as objects do',
    (call) =>
      call.response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${call.message.id},"__proto__":{"result":{}},"result":{}}`),
    'handshake_invalid',
    TRIED,
  ),
  rawRow(
    'refuses the connection',
    async () => ({
      port: await closedPort(),
      connections: () => 0,
      close: async () => {},
    }),
    'connection_refused',
  ),
  rawRow(
    'resets the connection',
    () => startTcp((socket) => socket.on('data', () => socket.resetAndDestroy())),
    'connection_refused',
  ),
  rawRow(
    'speaks no HTTP',
    () => startTcp((socket) => socket.on('data', () => socket.end(`${CANARY}\r\n\r\n`))),
    'handshake_invalid',
  ),
];
