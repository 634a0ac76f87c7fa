import { fileURLToPath } from 'node:url';
import type { MongoKind } from '../test-services/mongo-kind.js';
import { freshMongoUrl } from '../test-services/require-service.js';
import type { Contest, Row } from './contest.js';
import { atLeast, atMost, type Goal, rowOf, shareOf } from './goal.js';
import { publishRequests, readRequests } from './govgate.js';
import type { LoadRequest } from './load.js';
import type { ServerPlan } from './measured-server.js';
import type { MongoStore } from './mongo-store.js';

/** How much of the bare driver's speed reads and writes are meant to have. */
const AIM = 0.5;
const REFUSED = 0.01;

/** A kind of work on MongoDB, done by the bare driver as well. */
interface MongoWork {
  readonly what: string;
  readonly does: 'reads' | 'writes';
  readonly requests: readonly LoadRequest[];
}

export const MONGO_WORKS: readonly MongoWork[] = [
  { what: 'GET one policy, first look', does: 'reads', requests: readRequests },
  { what: 'POST publish', does: 'writes', requests: publishRequests },
];

/** What SecantusDB needs: time for some answers. */
const PATIENCE = { leastSeconds: 5, tellsIdle: true } as const;

/** A kind of work as a contest of the bare driver and the product. */
export const mongoContest = (work: MongoWork, store: MongoStore, kind: MongoKind): Contest => ({
  title: work.what,
  ...(kind === 'mongod' ? {} : PATIENCE),
  goals: (rows) => mongoGoals(work, kind, rows),
  contenders: [
    { role: 'floor', name: 'Koa + driver', server: floorServer(work, store), requests: work.requests },
    { role: 'product', name: 'govgate', server: store.server, requests: work.requests },
  ],
});

/** What is meant to be reached: by the clock on MongoDB's own server, by CPU time on one so slow that both wait for it. */
export const mongoGoals = (
  { what, does }: Pick<MongoWork, 'what' | 'does'>,
  kind: MongoKind,
  rows: readonly Row[],
): readonly Goal[] => {
  const by = kind === 'mongod' ? 'wall' : 'cpu';
  const share = shareOf(rows, 'floor', by);
  return [
    atLeast(`MongoDB: ${what}, of the driver${by === 'cpu' ? ' by CPU' : ''}`, share, AIM),
    ...(does === 'reads'
      ? []
      : [atMost(`MongoDB: ${what}, refused`, rowOf(rows, 'product')?.failedShare ?? Number.NaN, REFUSED)]),
  ];
};

/** What is written goes into a database of the floor's own. */
const floorServer = ({ does }: MongoWork, store: MongoStore): ServerPlan => ({
  name: 'floor-mongo',
  script: fileURLToPath(new URL('./yardsticks/floor-mongo.mjs', import.meta.url)),
  env: ({ port }) => ({
    BENCH_PORT: String(port),
    BENCH_ANSWER: does === 'reads' ? store.answers.read : store.answers.publish,
    BENCH_SHAPE: store.shapeFile,
    BENCH_MONGO_URL: freshMongoUrl(store.url),
    NODE_ENV: 'production',
  }),
  readyPath: '/',
});
