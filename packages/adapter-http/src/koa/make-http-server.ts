import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ReasonCode } from '@govgate/domain';
import type { IdSource } from '@govgate/ports';
import { errorEnvelope } from '../error-envelope.js';
import { statusOf } from '../http-status.js';
import { type Handler, oneAtATime } from './one-at-a-time.js';
import { endSlowReaders } from './slow-readers.js';

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/**
 * A Node server with the service's limits: headers within 5 s, the whole request within 10 s, at most 48 KiB and 100 headers, answers read
 * within 20 s, and a maximum of connections beyond which new ones are closed at once (0: no maximum).
 */
export const makeHttpServer = (handler: Handler, ids: IdSource, maxConnections: number): Server => {
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
      // A token of 32 KiB, and 16 KiB for the rest.
      maxHeaderSize: 48 * 1024,
      // A request without one is refused like one with two, with the envelope.
      requireHostHeader: false,
    },
    oneAtATime(handler),
  );
  server.maxHeadersCount = 100;
  if (maxConnections > 0) server.maxConnections = maxConnections;
  endSlowReaders(server);
  server.on('clientError', (fault: NodeJS.ErrnoException, socket: Socket) =>
    answerBrokenRequest(fault, socket, ids),
  );
  return server;
};

const REASON_OF_FAULT: Readonly<Record<string, ReasonCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

// Even what never became a request gets the envelope, unless its socket is gone.
const answerBrokenRequest = (fault: NodeJS.ErrnoException, socket: Socket, ids: IdSource): void => {
  if (fault.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const reasonCode = REASON_OF_FAULT[fault.code ?? ''] ?? 'invalid_request';
  const requestId = ids.mint('request');
  const status = statusOf(reasonCode);
  const text = JSON.stringify(errorEnvelope({ reasonCode }, requestId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_TEXT[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nCache-Control: no-store\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${text}`,
  );
};
