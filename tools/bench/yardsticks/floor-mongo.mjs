// The floor on MongoDB: the bare driver doing for a read and for a publish what the product has it do, and Koa. A read: the
// tenant's revisions, then the record. A publish: the same, the active version, and in one transaction (shared by all that
// wait) what is judged by, two records, an event and the tenant's head. Documents and indexes are the product's own.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { BSON, MongoClient } from 'mongodb';
import { answer, port } from './settings.mjs';

const PAIRS = 100;
const { record, recordIndexes, event, eventIndexes } = BSON.EJSON.parse(
  readFileSync(process.env.BENCH_SHAPE, 'utf8'),
);

const client = await new MongoClient(process.env.BENCH_MONGO_URL, {
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true },
}).connect();
const db = client.db();
const heads = db.collection('heads');
const records = db.collection('records');
const events = db.collection('events');

/** One of two versions of an environment; one of the two is the active one. */
const versionOf = (pair, half, active, v) => ({
  ...record,
  _id: `version-${pair}-${half}`,
  e: `bench-${pair}`,
  i: `bench-${pair}-${half}`,
  v,
  a: { ...record.a, status: active ? 'active' : 'superseded' },
  u: active ? record.u : {},
});

await records.createIndexes(recordIndexes);
await events.createIndexes(eventIndexes);
await heads.insertOne({ _id: 'tenant', c: 0, z: 0, s: 0 });
await records.insertOne({ ...versionOf('read', 0, false, 1), r: answer });
await records.insertMany(
  Array.from({ length: PAIRS }, (_, pair) => [
    versionOf(pair, 0, true, 1),
    versionOf(pair, 1, false, 1),
  ]).flat(),
);

const revisions = () => heads.findOne({ _id: 'tenant' }, { projection: { _id: 0, c: 1, z: 1 } });
const read = async () => {
  await revisions();
  return (await records.findOne({ _id: 'version-read-0' })).r;
};

const activeHalf = Array.from({ length: PAIRS }, () => 0);
let turn = 0;
const writeGroup = async (session, count) => {
  const pairs = Array.from({ length: count }, (_, index) => (turn + index) % PAIRS);
  const both = pairs.flatMap((pair) => [`version-${pair}-0`, `version-${pair}-1`]);
  const head = await heads.findOne({ _id: 'tenant' }, { session });
  const found = await records.find({ _id: { $in: both } }, { session, projection: { v: 1 } }).toArray();
  const versions = new Map(found.map(({ _id, v }) => [_id, v]));
  await heads.replaceOne({ _id: 'tenant' }, { c: head.c + count, z: 0, s: head.s + count }, { session });
  await records.bulkWrite(
    pairs.flatMap((pair) => {
      const before = activeHalf[pair];
      return [
        [before, false],
        [1 - before, true],
      ].map(([half, active]) => {
        const v = versions.get(`version-${pair}-${half}`);
        const { _id, ...replacement } = versionOf(pair, half, active, v + 1);
        return { replaceOne: { filter: { _id, v }, replacement } };
      });
    }),
    { session },
  );
  const added = pairs.map((pair, index) => ({
    ...event,
    _id: randomUUID(),
    s: head.s + index + 1,
    ri: `bench-${pair}`,
  }));
  await (count === 1 ? events.insertOne(added[0], { session }) : events.insertMany(added, { session }));
  return pairs;
};

const waiting = [];
let writing = false;
const commitGroups = async () => {
  writing = true;
  while (waiting.length > 0) {
    const group = waiting.splice(0, 64);
    const pairs = await client.withSession((session) =>
      session.withTransaction(() => writeGroup(session, group.length)),
    );
    for (const pair of pairs) activeHalf[pair] = 1 - activeHalf[pair];
    turn += group.length;
    for (const done of group) done();
  }
  writing = false;
};
let asked = 0;
const publish = async () => {
  const pair = asked++ % PAIRS;
  await revisions();
  await records.findOne({ _id: `version-${pair}-1` });
  await records
    .find({ t: record.t, e: `bench-${pair}`, 'a.status': 'active' })
    .limit(1)
    .toArray();
  await new Promise((done) => {
    waiting.push(done);
    if (!writing) setImmediate(() => writing || commitGroups());
  });
};

const app = new Koa();
app.use(koaBody());
app.use(async (ctx) => {
  ctx.type = 'application/json';
  if (ctx.method === 'POST') await publish();
  ctx.body = ctx.method === 'POST' ? answer : await read();
});
app.listen(port, '127.0.0.1');
