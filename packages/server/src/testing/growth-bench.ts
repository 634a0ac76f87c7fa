/**
 * What a tenant's size costs its reads: `node --import tsx --conditions=@govgate/source tools/bench/run-bundled.ts
 * packages/server/src/testing/growth-bench.ts [records] [times] [operation]` (500, 10, all). Two services over embedded stores of
 * their own: one with so many records of every kind and sixty times as many events, one with so many times as many. Every GET of
 * the registry, and every POST that changes nothing, is asked of both in turn, each time right behind a commit of the tenant, so
 * that nothing remembered is told. Prints the medians, what grew most first, and which reads failed; with BENCH_FIGURES a line of JSON
 * besides. With BENCH_ON=mongo the stores are on the MongoDB that GOVGATE_TEST_MONGO_URL names (`npm run with-services --` before it). It
 * measures and asserts nothing.
 */
import { Agent, request } from 'node:http';
import { allOperations, type Operation } from '@govgate/adapter-http';
import { signNow } from '@govgate/application';
import { instantOf } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { clientSurfaceKind, userKind } from '@govgate/ports';
import { manualClock } from '@govgate/ports-testkit';
import { median } from '../../../../tools/bench/median.js';
import { textTable } from '../../../../tools/bench/print-table.js';
import { type OperationSample, sampleUrl } from './samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from './samples/operation-samples.js';
import { startTestService, type TestService } from './test-service.js';
import { copiesOf } from './worlds/record-copies.js';
import { TRAIL_DAYS, tenantTrail } from './worlds/tenant-trail.js';
import { makeWorld, putRecords, TENANT } from './worlds/world.js';

const RECORDS = Number(process.argv[2] ?? 500);
const TIMES = Number(process.argv[3] ?? 10);
const ONLY = process.argv[4];
const ON = process.env.BENCH_ON === 'mongo' ? 'mongo' : 'sqlite';
const EVENTS_PER_RECORD = 60;
const DAY_MS = 24 * 3_600_000;
const LOOKS = 25;
const AT_ONCE = 250;
/** Reads of everything, which naturally grow with it. */
const WHOLE = new Set(['verifyAuditTrail', 'exportAuditEvents']);

interface GrowthWorld {
  readonly service: TestService;
  readonly token: string;
  readonly agent: Agent;
}

const makeGrown = async (count: number): Promise<GrowthWorld> => {
  const settings = {
    GOVGATE_RATE_READS_PER_MINUTE: '0',
    GOVGATE_RATE_WRITES_PER_MINUTE: '0',
    GOVGATE_LOG_LEVEL: 'error',
  };
  const service = await startTestService({ on: ON, settings });
  // A trail is in the order of its times, and signed up to its last minute.
  const clock = manualClock(instantOf(Date.now() - (TRAIL_DAYS + 1) * DAY_MS));
  const before = { ...service.ports, clock };
  const tokens = await makeWorld(before);
  await putRecords(before, TENANT, SAMPLE_RECORDS);
  for (let from = 0; from < count; from += AT_ONCE)
    for (const copies of copiesOf(SAMPLE_RECORDS, from, Math.min(AT_ONCE, count - from)))
      await putRecords(before, TENANT, copies);
  await makeTrail(service, count);
  await signNow(service.ports, TENANT);
  return { service, token: tokens.admin, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
};

// What happened to the surfaces of the last day is counted where they are shown.
const makeTrail = async ({ ports }: TestService, count: number): Promise<void> => {
  const [surface] = SAMPLE_RECORDS.filter(({ kind }) => kind === clientSurfaceKind);
  const events = count * EVENTS_PER_RECORD;
  const subjects = {
    client_surface: { prefix: `${clientSurfaceKind.idOf(surface?.record as never)}_`, count },
  };
  const eventsOf = tenantTrail({ tenantId: TENANT, events, endsAtMs: Date.now(), subjects });
  for (let from = 1; from <= events; from += 1_000) {
    const [first, ...rest] = eventsOf(from, Math.min(1_000, events - from + 1));
    if (first !== undefined) await ports.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
  }
};

interface BenchRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: OperationSample['headers'];
}

const ask = (
  { service, token, agent }: GrowthWorld,
  { method, path, body, headers }: BenchRequest,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, service.url),
      {
        agent,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

let commits = 0;
const commitSomething = async ({ service }: GrowthWorld): Promise<void> => {
  commits += 1;
  const record = userOf(`grown_${commits}`);
  await putRecords(service.ports, TENANT, [{ kind: userKind, record }]);
};

const look = async (world: GrowthWorld, wanted: BenchRequest): Promise<number> => {
  await commitSomething(world);
  const began = performance.now();
  const status = await ask(world, wanted);
  if (status >= 400) throw new Error(`${wanted.path} answered ${status}`);
  return performance.now() - began;
};

const reads = (): readonly Operation[] =>
  allOperations.filter(
    ({ id, method, audited }) =>
      (method === 'get' || (method === 'post' && audited === undefined)) &&
      !WHOLE.has(id) &&
      OPERATION_SAMPLES[id] !== undefined &&
      (ONLY === undefined || id === ONLY),
  );

interface Question {
  readonly id: string;
  readonly request: BenchRequest;
}

/** An operation as its sample asks it, and by each other query that the sample names. */
const questionsOf = ({ id, method, path }: Operation): readonly Question[] => {
  const sample = OPERATION_SAMPLES[id];
  if (sample === undefined) return [];
  const { query: asked, otherQueries = [], headers = {} } = sample;
  const body = method === 'get' ? {} : { body: JSON.stringify(sample.body ?? {}) };
  const byOthers = otherQueries.map((query) => {
    const further = Object.entries(query).filter(([name]) => !(name in asked));
    return [` by ${new URLSearchParams(further).toString() || 'nothing'}`, query] as const;
  });
  return [['', asked] as const, ...byOthers, ...recent(asked)].map(([by, query]) => {
    const url = sampleUrl(path, { ...sample, query });
    return { id: id + by, request: { method: method.toUpperCase(), path: url, headers, ...body } };
  });
};

/** A histogram of the last day and of the last week: the sample's own span is before the trail. */
const recent = (query: OperationSample['query']) =>
  (query.interval === undefined ? [] : [1, 7]).map((days) => {
    const from = instantOf(Date.now() - days * DAY_MS);
    return [` of ${days} days`, { ...query, from, to: instantOf(Date.now()) }] as const;
  });

const [small, large] = [await makeGrown(RECORDS), await makeGrown(RECORDS * TIMES)];
const rows: {
  readonly id: string;
  readonly isList: boolean;
  readonly before: number;
  readonly after: number;
}[] = [];
const failed: { readonly id: string; readonly why: string }[] = [];
for (const { id, request: wanted } of reads().flatMap(questionsOf)) {
  const [before, after]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < LOOKS; round += 1) {
      before.push(await look(small, wanted));
      after.push(await look(large, wanted));
    }
    rows.push({ id, isList: /^(list|search)/.test(id), before: median(before), after: median(after) });
  } catch (thrown) {
    failed.push({ id, why: String(thrown) });
  }
}
rows.sort((a, b) => b.after / b.before - a.after / a.before);
console.log(
  textTable([
    ['read', `p50 ms at ${RECORDS}`, `at ${RECORDS * TIMES}`, 'growth'],
    ...rows.map(({ id, before, after }) => [
      id,
      before.toFixed(2),
      after.toFixed(2),
      (after / before).toFixed(2),
    ]),
  ]),
);
for (const { id, why } of failed) console.log(`FAILED ${id}: ${why}`);
if (process.env.BENCH_FIGURES === 'true') console.log(JSON.stringify({ rows, failed }));
await Promise.all([small.service.stop(), large.service.stop()]);
