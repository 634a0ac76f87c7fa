import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** Speaks as much of Redis's protocol as a client needs to learn which version it met. */
export interface OldRedis {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens as a Redis of the given version that takes any password. */
export const startOldRedis = async (version: string): Promise<OldRedis> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      for (const command of commandsIn(data.toString())) socket.write(replyTo(command, version));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to be had');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

// A command is an array of texts: *2 $4 INFO $6 server, a line each. Clients send whole commands here.
const commandsIn = (text: string): string[] =>
  text
    .split(/^\*\d+\r\n/m)
    .filter((part) => part !== '')
    .map((part) => (part.split('\r\n')[1] ?? '').toUpperCase());

const replyTo = (command: string, version: string): string => {
  if (command !== 'INFO') return '+OK\r\n';
  const info = `# Server\r\nredis_version:${version}\r\nloading:0\r\n`;
  return `$${info.length}\r\n${info}\r\n`;
};
