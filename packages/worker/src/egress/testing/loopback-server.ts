import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A real server on a free port of a loopback address, counting its connections. */
export interface LoopbackServer {
  readonly port: number;
  connections(): number;
  close(): Promise<void>;
}

export const startHttp = (listener: RequestListener, host = '127.0.0.1', port = 0): Promise<LoopbackServer> =>
  start(createHttpServer(listener), host, port);

export const startHttps = (options: ServerOptions, listener: RequestListener): Promise<LoopbackServer> => {
  const server = createHttpsServer(options, listener);
  server.on('tlsClientError', () => {});
  return start(server, '127.0.0.1', 0);
};

export const startTcp = (onConnection: (socket: Socket) => void): Promise<LoopbackServer> =>
  start(createTcpServer(onConnection), '127.0.0.1', 0);

/** A loopback port on which nobody listens. */
export const closedPort = async (): Promise<number> => {
  const server = await startTcp(() => {});
  await server.close();
  return server.port;
};

/** The servers that a test opened, to be closed after it. */
export class OpenServers {
  #servers: LoopbackServer[] = [];

  /** A server that starts, to be closed with the others. */
  async started(starting: Promise<LoopbackServer>): Promise<LoopbackServer> {
    const server = await starting;
    this.#servers.push(server);
    return server;
  }

  /** The address of a server that starts. */
  async open(starting: Promise<LoopbackServer>): Promise<string> {
    return `http://127.0.0.1:${(await this.started(starting)).port}/`;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    this.#servers = [];
  }
}

const start = async (server: Server, host: string, port: number): Promise<LoopbackServer> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
