import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the ports that systems hand out by themselves, to listeners on any port and to clients: a port from here stays
 * free although other tests do so all the time, even while its server is down.
 */
const FROM = 20_000;
const TO = 30_000;
const TRIES = 20;

/** A port of the loopback interface that was free a moment ago; its user must still expect to lose the race. */
export const freeLoopbackPort = async (): Promise<number> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
  throw new Error('no loopback port to be had');
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/** Runs `start` with a free port, and again with another one if it fails, as it does when the port was lost meanwhile. */
export const onFreePort = async <T>(start: (port: number) => Promise<T>, tries = 3): Promise<T> => {
  try {
    return await start(await freeLoopbackPort());
  } catch (error) {
    if (tries <= 1) throw error;
    // The first failure says most: a later one may only say that its folder is gone.
    return onFreePort(start, tries - 1).catch(() => {
      throw error;
    });
  }
};

/** Whether somebody listens on a port of the loopback interface. */
export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
