import { gzipSync } from 'node:zlib';

/** A request that no honest client sends: what goes over the wire, piece by piece, with a pause before each. */
export interface HostileRequest {
  readonly name: string;
  readonly pieces: (token: string) => Iterable<string | Buffer>;
  readonly pauseMs?: number;
  /** Drops the connection when everything was sent, instead of waiting for an answer. */
  readonly reset?: boolean;
}

const head = (
  token: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n');

const POLICIES = '/v1/policies?tenant_id=default&environment_id=production';

const json = (token: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Buffer =>
  Buffer.concat([
    Buffer.from(
      head(token, 'POST', POLICIES, {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        ...headers,
      }),
    ),
    Buffer.from(body),
  ]);

const posted = (
  name: string,
  body: string | Buffer,
  headers?: Readonly<Record<string, string>>,
): HostileRequest => ({
  name,
  pieces: (token) => [json(token, body, headers)],
});

const raw = (name: string, pieces: (token: string) => Iterable<string | Buffer>): HostileRequest => ({
  name,
  pieces,
});

const manyKeys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])));

const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };

/** The requests of an attack. */
export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  {
    name: 'slow headers',
    pauseMs: 200,
    pieces: () => after(`GET /healthz HTTP/1.1\r\nHost: a\r\n`, forever('X-Slow: 1\r\n')),
  },
  {
    name: 'slow body',
    pauseMs: 200,
    pieces: (token) =>
      after(
        head(token, 'POST', POLICIES, { 'Content-Type': 'application/json', 'Content-Length': '60000' }),
        forever('['),
      ),
  },
  {
    name: 'endless chunks',
    pieces: (token) =>
      after(head(token, 'POST', POLICIES, chunked), forever(`1000\r\n${'x'.repeat(4096)}\r\n`)),
  },
  posted('deep lists', '['.repeat(100_000)),
  posted('deep objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`),
  posted('20,000 keys', manyKeys(20_000)),
  posted('100,000 keys', manyKeys(100_000)),
  posted('5 MB', `{"a":"${'x'.repeat(5_000_000)}"}`),
  raw('a length of 10 TB', (token) => [
    head(token, 'POST', POLICIES, { 'Content-Type': 'application/json', 'Content-Length': '10000000000000' }),
    'x'.repeat(1000),
  ]),
  posted('a gzip bomb', gzipSync(Buffer.alloc(50_000_000, 0x20)), { 'Content-Encoding': 'gzip' }),
  posted('broken gzip', 'this is no gzip', { 'Content-Encoding': 'gzip' }),
  posted('an unknown encoding', '{}', { 'Content-Encoding': 'snappy' }),
  posted('invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])),
  posted('another charset', '{}', { 'Content-Type': 'application/json; charset=utf-16' }),
  posted('__proto__', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
  posted('NULs in a body', '{"policy_version":"\\u0000\u0000"}'),
  posted('numbers without end', `{"a":${'9'.repeat(60_000)}e999999}`),
  posted('lone surrogates', '{"policy_version":"\\ud800","owner":{"user_id":"\\udfff","team":"t"}}'),
  posted('the same key again and again', `{${'"a":1,'.repeat(9_000)}"a":1}`),
  raw('pipelined junk', (token) => [
    head(token, 'GET', '/v1/identity/me').repeat(300),
    'JUNK junk\r\n\r\n\0\0\0',
  ]),
  raw('two lengths', (token) => [
    head(token, 'POST', POLICIES, { 'Content-Length': '5', 'content-length': '6' }),
    'GET /v1/identity/me HTTP/1.1\r\n\r\n',
  ]),
  raw('chunked and a length', (token) => [
    head(token, 'POST', POLICIES, { 'Transfer-Encoding': 'chunked', 'Content-Length': '3' }),
    '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n',
  ]),
  raw('a hidden transfer encoding', (token) => [
    head(token, 'POST', POLICIES, { 'Transfer-Encoding': 'xchunked', 'Content-Length': '3' }),
    'abc',
  ]),
  raw('broken chunk sizes', (token) => [
    head(token, 'POST', POLICIES, chunked),
    'FFFFFFFFFFFFFFFFF\r\nabc\r\n',
  ]),
  raw('a header of 1 MB', () => [`GET / HTTP/1.1\r\nHost: a\r\nX-Huge: ${'x'.repeat(1_000_000)}\r\n\r\n`]),
  raw('5,000 headers', () => [`GET /healthz HTTP/1.1\r\nHost: a\r\n${'X-A: 1\r\n'.repeat(5_000)}\r\n`]),
  raw('NULs in a header', () => ['GET /healthz HTTP/1.1\r\nHost: a\r\nX-Nul: a\0b\r\n\r\n']),
  raw('a bare line feed', () => ['GET /healthz HTTP/1.1\nHost: a\nX: 1\n\n']),
  raw('a path of 12 KB', (token) => [head(token, 'GET', `/v1/policies/${'a'.repeat(12_000)}`)]),
  raw('percent signs', (token) => [
    head(token, 'GET', '/v1/policies/%00%ff%c0%ae%2e%2e%2f?environment_id=%ff%fe'),
    head(token, 'GET', '/v1/policies/%zz/%'),
  ]),
  raw('2,000 parameters', (token) => [
    head(token, 'GET', `/v1/policies?${Array.from({ length: 2_000 }, (_, i) => `a${i}=1`).join('&')}`),
  ]),
  raw('dots in a path', (token) => [
    head(token, 'GET', '/v1/../../../etc/passwd'),
    head(token, 'GET', '//evil.example/v1'),
  ]),
  raw('an absolute address', (token) => [head(token, 'GET', 'http://evil.example/v1/identity/me')]),
  raw('no host', () => ['GET /healthz HTTP/1.1\r\n\r\n']),
  raw('HTTP/2 out of the blue', () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']),
  raw('a TLS greeting', () => [Buffer.from('16030100c8010000c40303', 'hex'), Buffer.alloc(200, 7)]),
  raw('CONNECT and TRACE', (token) => [
    head(token, 'TRACE', '/healthz'),
    head(token, 'CONNECT', 'evil.example:443'),
  ]),
  raw('an upgrade', (token) => [
    head(token, 'GET', '/v1/identity/me', {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'AAAA',
    }),
  ]),
  raw('an expectation', (token) => [
    head(token, 'POST', POLICIES, {
      Expect: 'the-unexpected',
      'Content-Type': 'application/json',
      'Content-Length': '2',
    }),
    '{}',
  ]),
  {
    name: 'a reset in the middle of a body',
    reset: true,
    pieces: (token) => [
      head(token, 'POST', POLICIES, { 'Content-Type': 'application/json', 'Content-Length': '1000' }),
      '{"policy_version":',
    ],
  },
];

function* forever(piece: string): Generator<string> {
  for (;;) yield piece;
}

function* after(first: string | Buffer, rest: Iterable<string | Buffer>): Generator<string | Buffer> {
  yield first;
  yield* rest;
}
