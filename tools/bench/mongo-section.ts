import type { MongoKind } from '../test-services/mongo-kind.js';
import { type MissingService, startSharedServices } from '../test-services/shared-services.js';
import { type Effort, type Row, runContest } from './contest.js';
import { atLeast, type Goal } from './goal.js';
import { MONGO_WORKS, mongoContest } from './mongo-contests.js';
import { type MongoStore, prepareMongoStore, whileRevisionsMove } from './mongo-store.js';
import { contestTable } from './print-table.js';
import { sizedTenant, type TenantSizes } from './real-tenant.js';
import type { Section } from './write-benchmarks.js';

/** Of a real tenant, as much as a server takes in within two minutes. */
const SHARES: Readonly<Record<MongoKind, number>> = { mongod: 0.1, secantusdb: 0.02 };
/** SecantusDB takes them in slowly. */
const MOST_EVENTS: Readonly<Record<MongoKind, number>> = { mongod: 50_000, secantusdb: 2_000 };
const TITLE = 'MongoDB, beside the bare driver';

/** The bench's table on MongoDB, on the server that the tests would have. */
export const mongoSection = async ({
  effort,
  size,
}: {
  readonly effort: Effort;
  readonly size: number;
}): Promise<Section> => {
  const { env, missing, stop } = await startSharedServices(['MongoDB']);
  try {
    const url = env.GOVGATE_TEST_MONGO_URL;
    if (url === undefined) return notMeasured(missing);
    const kind = env.GOVGATE_TEST_MONGO_KIND as MongoKind;
    const sizes = worldOn(kind, size);
    const store = await prepareMongoStore(url, sizes);
    try {
      return await measured(store, sizes, kind, effort);
    } finally {
      await store.dispose();
    }
  } finally {
    await stop();
  }
};

const worldOn = (kind: MongoKind, size: number): TenantSizes => {
  const sizes = sizedTenant(SHARES[kind] * size);
  return { ...sizes, events: Math.min(sizes.events, MOST_EVENTS[kind]) };
};

/** What cannot be measured is said first among all that falls short. */
export const notMeasured = (missing: readonly MissingService[]): Section => ({
  title: `${TITLE}: NOT MEASURED`,
  lines: missing
    .map(({ service, why, remedy }) => `! ${service} is missing: ${why}\n! -> ${remedy}`)
    .join('\n'),
  goals: [atLeast('MongoDB, which is missing', Number.NaN, 1)],
});

const measured = async (
  store: MongoStore,
  sizes: TenantSizes,
  kind: MongoKind,
  effort: Effort,
): Promise<Section> => {
  const world = Object.entries(sizes).map(([what, count]) => `${count} ${what}`);
  const parts = [`${kind}; ${world.join(', ')}; filled in ${store.filledSeconds.toFixed(0)} s`];
  const goals: Goal[] = [];
  for (const work of MONGO_WORKS) {
    console.error(`MongoDB: ${work.what} ...`);
    const contest = mongoContest(work, store, kind);
    const run = () => runContest(contest, effort);
    const rows = await (work.does === 'reads' ? whileRevisionsMove(store.url, run) : run());
    parts.push(`${work.what}\n${contestTable(rows)}${idleLine(rows)}`);
    goals.push(...(contest.goals?.(rows) ?? []));
  }
  return { title: TITLE, lines: parts.join('\n\n'), goals };
};

const idleLine = (rows: readonly Row[]): string => {
  const idle = rows.flatMap(({ name, idleCpuMs }) =>
    idleCpuMs === undefined ? [] : [`${name} ${idleCpuMs.toFixed(0)}`],
  );
  return idle.length === 0 ? '' : `\nCPU ms a second while nobody asks: ${idle.join(', ')}`;
};
