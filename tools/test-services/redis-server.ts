import { connect } from 'node:net';
import { findProgram } from './find-program.js';
import { LocalService, serviceFolder } from './local-service.js';
import { onFreePort } from './loopback-port.js';

/** How a Redis of one's own differs from the shared one. */
export interface RedisOptions {
  /** Keeps the data over a kill (append-only file, flushed at each write). Without it a restart begins empty. */
  readonly durable?: boolean;
  /** More arguments for `redis-server`. */
  readonly args?: readonly string[];
}

/** Whether a Redis can be started here. */
export const canStartRedis = (): boolean => findProgram('redis-server') !== undefined;

/** Starts a Redis for the caller alone; the caller disposes of it. */
export const startRedis = async (options: RedisOptions = {}): Promise<LocalService> => {
  const command = findProgram('redis-server');
  if (command === undefined) throw new Error('redis-server is not on PATH');
  return onFreePort(async (port) => {
    const folder = await serviceFolder('redis');
    return LocalService.start({
      name: 'redis-server',
      url: `redis://127.0.0.1:${port}`,
      command,
      args: redisArguments(port, folder, options),
      isReady: () => answersPing(port),
      folder,
    });
  });
};

const redisArguments = (port: number, folder: string, options: RedisOptions): string[] => [
  ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
  ...(options.durable ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no']),
  // BullMQ warns of any other policy.
  ...['--maxmemory-policy', 'noeviction'],
  ...(options.args ?? []),
];

const answersPing = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 });
    const answer = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => answer(data.toString().startsWith('+PONG')));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
