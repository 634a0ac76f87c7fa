import { fileURLToPath } from 'node:url';
import type { MongoKind } from '../test-services/mongo-kind.js';
import { freshMongoUrl } from '../test-services/require-service.js';
import type { Contest, Row } from './contest.js';
import { atLeast, atMost, type Goal, rowOf, shareOf } from './goal.js';
import {
  listSurfacesRequest,
  publishInOneRequests,
  publishRequests,
  readPolicyRequest,
  readRequests,
} from './govgate.js';
import type { LoadRequest } from './load.js';
import type { ServerPlan } from './measured-server.js';
import { mixed } from './mixed-load.js';
import type { MongoStore } from './mongo-store.js';

/** How much of the bare driver's speed reads and writes are meant to have. */
const AIM = 0.5;
const REFUSED = 0.01;

/** A kind of work on MongoDB, done by the bare driver as well. */
interface MongoWork {
  readonly what: string;
  readonly does: 'reads' | 'writes';
  readonly floor: 'floor-mongo' | 'floor-mongo-list';
  readonly requests: readonly LoadRequest[];
  /** What the floor is asked, where it is not the same. */
  readonly floorRequests?: readonly LoadRequest[];
  /** Nothing that is remembered may be told: every look is the first behind a commit. */
  readonly isFirstLook?: boolean;
  /** So slow on SecantusDB that few calls fit into a round. */
  readonly isSlow?: boolean;
}

export const MONGO_WORKS: readonly MongoWork[] = [
  { what: 'GET one policy, remembered', does: 'reads', floor: 'floor-mongo', requests: [readPolicyRequest] },
  {
    what: 'GET one policy, first look',
    does: 'reads',
    floor: 'floor-mongo',
    requests: readRequests,
    isFirstLook: true,
  },
  {
    what: 'GET fifty client surfaces with counts, first look',
    does: 'reads',
    floor: 'floor-mongo-list',
    requests: [listSurfacesRequest],
    isFirstLook: true,
    isSlow: true,
  },
  {
    what: '95 % reads of a policy, 5 % publishes',
    does: 'reads',
    floor: 'floor-mongo',
    requests: mixed(readRequests, publishRequests),
  },
  { what: 'POST publish, spread', does: 'writes', floor: 'floor-mongo', requests: publishRequests },
  {
    what: 'POST publish, into one environment beside the driver into a hundred',
    does: 'writes',
    floor: 'floor-mongo',
    requests: publishInOneRequests,
    floorRequests: publishRequests,
  },
];

/** What SecantusDB needs: time for some answers, and more where a page's counts take it a second, however few events there are. */
const PATIENCE = { leastSeconds: 5, tellsIdle: true } as const;
const MORE_PATIENCE = { ...PATIENCE, connections: 2, leastSeconds: 15 } as const;

/** A kind of work as a contest of the bare driver and the product. */
export const mongoContest = (work: MongoWork, store: MongoStore, kind: MongoKind): Contest => ({
  title: work.what,
  ...(kind === 'mongod' ? {} : work.isSlow ? MORE_PATIENCE : PATIENCE),
  goals: (rows) => mongoGoals(work, kind, rows),
  contenders: [
    {
      role: 'floor',
      name: 'Koa + driver',
      server: floorServer(work, store),
      requests: work.floorRequests ?? work.requests,
    },
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

/** Lists are read where the product keeps them; what is written goes into a database of the floor's own. */
const floorServer = ({ floor, does }: MongoWork, store: MongoStore): ServerPlan => ({
  name: floor,
  script: fileURLToPath(new URL(`./yardsticks/${floor}.mjs`, import.meta.url)),
  env: ({ port }) => ({
    BENCH_PORT: String(port),
    BENCH_ANSWER: does === 'reads' ? store.answers.read : store.answers.publish,
    BENCH_SHAPE: store.shapeFile,
    BENCH_MONGO_URL: floor === 'floor-mongo-list' ? store.url : freshMongoUrl(store.url),
    NODE_ENV: 'production',
  }),
  readyPath: '/',
});
