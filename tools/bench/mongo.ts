/**
 * Read and publish on MongoDB, beside the bare driver doing the same operations in the same run:
 * `npm run build && node --import tsx --conditions=@govgate/source tools/bench/mongo.ts`. The CPU columns are of the process that
 * answers, not of MongoDB. `--rounds 5`, `--seconds 5`, `--connections 50`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BSON, type Collection, MongoClient } from 'mongodb';
import { findProgram } from '../test-services/find-program.js';
import { startMongo } from '../test-services/mongo-server.js';
import { freshMongoUrl } from '../test-services/require-service.js';
import { installSecantusDb } from '../test-services/secantusdb.js';
import { runContest } from './contest.js';
import { EFFORT_OPTIONS, effortLine, effortOf } from './effort.js';
import {
  answerOf,
  govgateServer,
  makeStore,
  publishRequests,
  readPolicyRequest,
  seedPolicies,
} from './govgate.js';
import { LOAD_GENERATOR, type LoadRequest } from './load.js';
import { type ServerPlan, startMeasured } from './measured-server.js';
import { contestTable } from './print-table.js';

const { values } = parseArgs({ options: EFFORT_OPTIONS });
const effort = effortOf(values);

/** What the product writes for a publish, so that the floor writes the same: documents, and the indexes they stand in. */
const shapeOf = async (mongoUrl: string): Promise<string> => {
  const client = await new MongoClient(mongoUrl).connect();
  try {
    const records = client.db().collection('kind_policy_version');
    const events = client.db().collection('audit_events');
    const own = async (collection: Collection) =>
      (await collection.indexes()).flatMap(({ v: _, ...index }) => (index.name === '_id_' ? [] : [index]));
    return BSON.EJSON.stringify({
      record: await records.findOne({ 'u.one_active': 'active' }),
      recordIndexes: await own(records),
      event: await events.findOne({ et: 'policy.published' }),
      eventIndexes: await own(events),
    });
  } finally {
    await client.close();
  }
};

interface Prepared {
  readonly answerFile: string;
  readonly shapeFile: string;
}

const floor = (mongoUrl: string, { answerFile, shapeFile }: Prepared): ServerPlan => ({
  name: 'floor-mongo',
  script: fileURLToPath(new URL('./yardsticks/floor-mongo.mjs', import.meta.url)),
  env: ({ port }) => ({
    BENCH_PORT: String(port),
    BENCH_ANSWER: answerFile,
    BENCH_SHAPE: shapeFile,
    BENCH_MONGO_URL: mongoUrl,
    NODE_ENV: 'production',
  }),
  readyPath: '/',
});

if (findProgram('mongod') === undefined) await installSecantusDb();
const mongo = await startMongo();
const folder = await mkdtemp(join(tmpdir(), 'govgate-bench-mongo-'));
try {
  const env = { GOVGATE_MONGO_URL: freshMongoUrl(mongo.url) };
  const store = join(folder, 'store');
  await mkdir(store);
  await makeStore(store, env);
  const seeding = await startMeasured(govgateServer(undefined, env));
  await seedPolicies(seeding);
  const answers: Record<string, string> = {};
  const contests: Record<string, readonly LoadRequest[]> = {
    'GET one policy': [readPolicyRequest],
    'POST publish': publishRequests,
  };
  for (const [title, [request]] of Object.entries(contests)) {
    if (request === undefined) continue;
    const file = join(folder, `${request.method}.json`);
    await writeFile(file, await answerOf(seeding, request));
    answers[title] = file;
  }
  await seeding.dispose();
  const shapeFile = join(folder, 'shape.json');
  await writeFile(shapeFile, await shapeOf(env.GOVGATE_MONGO_URL));
  console.log(
    `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${LOAD_GENERATOR}, MongoDB: ${mongo.kind}`,
  );
  console.log(effortLine(effort));
  for (const [title, requests] of Object.entries(contests)) {
    const rows = await runContest(
      {
        title,
        contenders: [
          {
            role: 'floor',
            name: 'Koa + driver',
            server: floor(freshMongoUrl(mongo.url), { answerFile: answers[title] ?? '', shapeFile }),
            requests,
          },
          { role: 'product', name: 'govgate', server: govgateServer(undefined, env), requests },
        ],
      },
      effort,
    );
    console.log(`${title}\n${contestTable(rows)}\n`);
  }
} finally {
  await mongo.dispose();
  await rm(folder, { recursive: true, force: true });
}
