import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Contest } from './contest.js';
import { atMost } from './goal.js';
import { collector, govgateServer, importBundle, publishInOneRequests } from './govgate.js';
import type { PreparedStore } from './prepared-store.js';

/** About what a publish takes as OCSF in a collector's envelope. */
const EVENT_BYTES = 1_200;

/** A collector that takes everything, in this process: it gets ten requests a second. */
const collect = async (): Promise<{ readonly url: string; readonly bytes: () => number }> => {
  let bytes = 0;
  const receiver = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.once('end', () => response.end('{"text":"Success","code":0}'));
  });
  receiver.listen(0, '127.0.0.1').unref();
  await once(receiver, 'listening');
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, bytes: () => bytes };
};

/** What continuous export in the same process costs the publishes that it follows. */
export const followedPublish = async (store: PreparedStore): Promise<Contest> => {
  const followed = await store.copy();
  const { url, bytes } = await collect();
  const settings = {
    GOVGATE_EGRESS_ALLOW: '127.0.0.0/8',
    GOVGATE_EGRESS_HTTP: '127.0.0.0/8',
    GOVGATE_SECRET_ENV: '*/*:BENCH_TARGET,*/*:BENCH_TOKEN',
    BENCH_TARGET: url,
    BENCH_TOKEN: 'bench-collector-token',
  };
  await importBundle(followed, { schema_version: '1.0', destinations: [collector] }, settings);
  const requests = publishInOneRequests;
  return {
    title: 'POST publish, alone and followed by export to a collector from the same process',
    connections: 32,
    goals: ([alone, product]) => {
      const events = bytes() / EVENT_BYTES;
      if (events < 1_000) throw new Error(`only some ${events.toFixed()} events were exported`);
      const share = (product?.cpuMicros ?? Number.NaN) / (alone?.cpuMicros ?? Number.NaN);
      return [atMost('a publish that export follows, of one alone, by CPU', share, 1.1)];
    },
    contenders: [
      { role: 'floor', name: 'govgate alone', server: govgateServer(await store.copy()), requests },
      { role: 'product', name: 'govgate, followed', server: govgateServer(followed, settings), requests },
    ],
  };
};
