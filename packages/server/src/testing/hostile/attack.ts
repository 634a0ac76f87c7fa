import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { residentMbOf } from '../../../../../tools/bench/process-figures.js';
import { askHonestly } from './honest-client.js';
import { HOSTILE_REQUESTS, type HostileRequest } from './hostile-requests.js';

/** How a service withstood an attack. */
export interface Borne {
  readonly requests: number;
  readonly probes: number;
  readonly probeErrors: readonly string[];
  readonly serverErrors: readonly string[];
  readonly rssGrowthMb: number;
}

export interface Attacked {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  /** The honest client's request, five times a second. */
  readonly probe: string;
}

/** Sends every hostile request over and over, all at once, alongside an honest client. */
export const attack = async (attacked: Attacked, forMs: number): Promise<Borne> => {
  const until = Date.now() + forMs;
  const before = rssMb(attacked.pid);
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, rssMb(attacked.pid));
  }, 50);
  const serverErrors: string[] = [];
  const [requests, { times, errors }] = await Promise.all([
    Promise.all(HOSTILE_REQUESTS.map((request) => repeat(attacked, request, until, serverErrors))),
    askHonestly({ url: attacked.url + attacked.probe, token: attacked.token, limitMs: 5_000 }, until),
  ]);
  clearInterval(sampler);
  return {
    requests: requests.reduce((sum, count) => sum + count, 0),
    probes: times.length,
    probeErrors: errors,
    serverErrors,
    rssGrowthMb: Math.round(peak - before),
  };
};

const rssMb = (pid: number): number => {
  const mb = residentMbOf(pid);
  if (mb === undefined) throw new Error(`the memory of ${pid} is not to be had`);
  return mb;
};

const repeat = async (
  attacked: Attacked,
  request: HostileRequest,
  until: number,
  serverErrors: string[],
): Promise<number> => {
  let sent = 0;
  while (Date.now() < until) {
    const answered = await send(attacked, request, until);
    sent += 1;
    const failed = /HTTP\/1\.1 5\d\d[^\r]*/.exec(answered)?.[0];
    if (failed !== undefined) serverErrors.push(`${request.name}: ${failed}`);
    await delay(20);
  }
  return sent;
};

const IDLE_MS = 400;

/** Sends one request, and returns what came back until the server closed or had nothing more to send. */
const send = (
  { url, token }: Attacked,
  { pieces, pauseMs, reset }: HostileRequest,
  until: number,
): Promise<string> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    let answered = '';
    const giveUp = setTimeout(() => socket.destroy(), Math.max(0, until - Date.now()));
    socket.on('data', (chunk) => {
      answered += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(giveUp);
      resolve(answered);
    });
    socket.on('connect', async () => {
      await write(socket, pieces(token), pauseMs);
      if (reset) socket.resetAndDestroy();
      else socket.setTimeout(IDLE_MS, () => socket.destroy());
    });
  });

const write = async (socket: Socket, pieces: Iterable<string | Buffer>, pauseMs = 0): Promise<void> => {
  for (const piece of pieces) {
    if (socket.destroyed || socket.writableEnded) return;
    const flushed = socket.write(piece);
    if (!flushed) await drained(socket);
    if (pauseMs > 0) await delay(pauseMs);
  }
};

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
