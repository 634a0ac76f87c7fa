import type { RequestListener } from 'node:http';
import {
  closedPort,
  type LoopbackServer,
  startHttp,
  startTcp,
} from '../../egress/testing/loopback-server.js';

/** What hostile and careless receivers say; it must never appear in an outcome. */
export const CANARY = 'canary-of-the-receiver';

export interface Receiver {
  readonly behaviour: string;
  readonly start: () => Promise<LoopbackServer>;
  readonly reasonCode: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number;
}

const answering =
  (status: number, headers: Record<string, string> = {}): (() => Promise<LoopbackServer>) =>
  () =>
    startHttp(((_request, response) => {
      response.writeHead(status, { 'x-canary': CANARY, ...headers }).end(CANARY);
    }) satisfies RequestListener);

const nobody = async (): Promise<LoopbackServer> => ({
  port: await closedPort(),
  connections: () => 0,
  close: async () => {},
});

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 10000000\r\n\r\n';

const status = (code: number, reasonCode: string, retryable = false): Receiver => ({
  behaviour: `answers ${code}`,
  start: answering(code),
  reasonCode,
  retryable,
});

/** How receivers behave, and the outcome a check must report. */
export const RECEIVERS: readonly Receiver[] = [
  ...[200, 201, 202, 204, 299].map((code) => status(code, 'delivered')),
  ...[301, 302, 303, 304, 307, 308].map((code) => status(code, 'redirect_blocked')),
  ...[401, 403, 407].map((code) => status(code, 'auth_rejected')),
  status(404, 'endpoint_not_found'),
  status(410, 'endpoint_gone'),
  ...[400, 402, 405, 406, 409, 413, 415, 418, 422, 451].map((code) => status(code, 'payload_rejected')),
  status(408, 'timeout', true),
  ...[425, 500, 501, 502, 503, 504, 599].map((code) => status(code, 'upstream_error', true)),
  status(429, 'rate_limited', true),
  status(600, 'network_error', true),
  {
    behaviour: 'answers 429 with Retry-After in seconds',
    start: answering(429, { 'retry-after': '17' }),
    reasonCode: 'rate_limited',
    retryable: true,
    retryAfterSeconds: 17,
  },
  {
    behaviour: 'answers 503 with Retry-After as a date',
    start: answering(503, { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }),
    reasonCode: 'upstream_error',
    retryable: true,
    retryAfterSeconds: 60,
  },
  {
    behaviour: 'answers 429 with rubbish in Retry-After',
    start: answering(429, { 'retry-after': CANARY }),
    reasonCode: 'rate_limited',
    retryable: true,
  },
  { behaviour: 'is not there', start: nobody, reasonCode: 'connection_refused', retryable: true },
  { behaviour: 'hangs', start: () => startTcp(() => {}), reasonCode: 'timeout', retryable: true },
  {
    behaviour: 'resets',
    start: () => startTcp((socket) => socket.on('data', () => socket.resetAndDestroy())),
    reasonCode: 'connection_reset',
    retryable: true,
  },
  {
    behaviour: 'answers something that is not HTTP',
    start: () => startTcp((socket) => socket.on('data', () => socket.end(`${CANARY}\r\n\r\n`))),
    reasonCode: 'network_error',
    retryable: true,
  },
  {
    behaviour: 'accepts and drips its body',
    start: () =>
      startTcp((socket) => {
        socket.write(HEAD);
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    reasonCode: 'delivered',
    retryable: false,
  },
  {
    behaviour: 'accepts with a huge body',
    start: () => startTcp((socket) => socket.write(HEAD + CANARY.repeat(50_000))),
    reasonCode: 'delivered',
    retryable: false,
  },
];
