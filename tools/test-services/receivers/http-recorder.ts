import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type LoopbackServer, startHttp } from '../../egress/testing/loopback-server.js';

/** A request as a receiver got it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answering = (request: Received, response: ServerResponse) => void;

export interface Recorder extends LoopbackServer {
  readonly seen: Received[];
  readonly url: string;
}

/** A receiver on a free port that reads each request whole, keeps it, and answers. */
export const startRecorder = async (answer: Answering): Promise<Recorder> => {
  const seen: Received[] = [];
  const server = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(received);
      answer(received, response);
    });
  });
  return { ...server, seen, url: `http://127.0.0.1:${server.port}` };
};

export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
