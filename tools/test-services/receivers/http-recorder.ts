import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a receiver got it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answering = (request: Received, response: ServerResponse) => unknown;

/** A receiver on a port of the loopback interface, which can go away and come back there. */
export interface Recorder {
  readonly port: number;
  readonly url: string;
  /** What came whole, in order. */
  readonly seen: Received[];
  /** How many connections were made to it. */
  connections(): number;
  /** As a crash would end it: connections are cut and nobody listens any more. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  reopen(): Promise<void>;
}

/** Starts a receiver on a free port that reads each request whole, keeps it, and answers. */
export const startRecorder = async (answer: Answering): Promise<Recorder> => {
  const seen: Received[] = [];
  let connections = 0;
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const received = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
        seen.push(received);
        answer(received, response);
      });
    });
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    seen,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: async () => {
      server = await listen(port);
    },
  };
};

export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
