import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of the loopback interface that was free a moment ago; whoever uses it must still expect to lose the race. */
export const freeLoopbackPort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no loopback port to be had');
  return address.port;
};

/** Runs `start` with a free port, and again with another one if it fails, as it does when the port was lost meanwhile. */
export const onFreePort = async <T>(start: (port: number) => Promise<T>, tries = 3): Promise<T> => {
  try {
    return await start(await freeLoopbackPort());
  } catch (error) {
    if (tries <= 1) throw error;
    // The first failure tells most: a later one may only tell that its folder is gone.
    return onFreePort(start, tries - 1).catch(() => {
      throw error;
    });
  }
};
