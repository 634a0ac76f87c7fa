import type { Contest } from './contest.js';
import { atLeast, atMost, rowOf, shareOf } from './goal.js';
import { govgateServer, publishInOneRequests, publishRequests, readRequests } from './govgate.js';
import type { LoadRequest } from './load.js';
import type { PreparedStore } from './prepared-store.js';
import { yardstick } from './yardsticks.js';

/** Callers at once who contend, or write beside readers. */
const CALLERS = 32;

/** Reads to each write of a mixed load. */
const READS = 19;

/** Nineteen of every twenty are the reads in turn, one is a write in turn. */
const mixed = (reads: readonly LoadRequest[], writes: readonly LoadRequest[]): LoadRequest[] =>
  writes.flatMap((write, i) => [
    ...Array.from({ length: READS }, (_, n) => reads[(i * READS + n) % reads.length] as LoadRequest),
    write,
  ]);

/** Contests in the world of a real tenant. Every one has writers, so that no answer is told that lies ready for ever. */
export const TENANT_CONTESTS: Readonly<Record<string, (store: PreparedStore) => Promise<Contest>>> = {
  mixed: async (store) => {
    const requests = mixed(readRequests, publishRequests);
    return {
      title: 'Real tenant: 95 % reads of a policy, 5 % publishes, 32 callers',
      connections: CALLERS,
      goals: (rows) => [
        atLeast('reads beside writes, of the floor', shareOf(rows, 'floor'), 0.25),
        atMost('reads beside writes, p99 ms', rowOf(rows, 'product')?.p99Ms ?? Number.NaN, 50),
      ],
      contenders: [
        yardstick('floor', 'Koa + koa-body + libsql', 'floor-mixed', store.answers.read, requests),
        { role: 'product', name: 'govgate', server: govgateServer(await store.copy()), requests },
      ],
    };
  },
  contention: async (store) => ({
    title: 'Real tenant: 32 publish into one environment, beside 32 who publish into a hundred',
    connections: CALLERS,
    goals: (rows) => {
      const product = rowOf(rows, 'product');
      return [
        atMost('publish into one environment, refused', product?.failedShare ?? Number.NaN, 0.01),
        atMost('publish into one environment, p99 ms', product?.p99Ms ?? Number.NaN, 250),
      ];
    },
    contenders: [
      {
        role: 'floor',
        name: 'govgate, spread',
        server: govgateServer(await store.copy()),
        requests: publishRequests,
      },
      {
        role: 'product',
        name: 'govgate, into one',
        server: govgateServer(await store.copy()),
        requests: publishInOneRequests,
      },
    ],
  }),
};
