// The floor on MongoDB: the bare driver doing for a read and for a publish what the product has it do, and Koa. A read: the
// tenant's revisions, then the record. A publish: the same, and in one transaction (shared by all that wait) what is judged
// by, two records, an event and the tenant's head.
import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { MongoClient } from 'mongodb';
import { answer, port } from './settings.mjs';

const VERSIONS = 200;
const RECORD = 'x'.repeat(3_300);
const EVENT = 'x'.repeat(750);

const client = await new MongoClient(process.env.BENCH_MONGO_URL, {
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true },
}).connect();
const db = client.db();
const heads = db.collection('heads');
const records = db.collection('records');
const events = db.collection('events');
await heads.insertOne({ _id: 'tenant', c: 0, z: 0, s: 0 });
await records.insertOne({ _id: 'read', v: 1, r: answer });
await records.insertMany(
  Array.from({ length: VERSIONS }, (_, index) => ({ _id: `version-${index}`, v: 1, r: RECORD })),
);
await events.createIndex({ s: 1 }, { unique: true });

const revisions = () => heads.findOne({ _id: 'tenant' }, { projection: { _id: 0, c: 1, z: 1 } });
const read = async () => {
  await revisions();
  return (await records.findOne({ _id: 'read' })).r;
};

let turn = 0;
const writeGroup = async (session, count) => {
  const targets = Array.from({ length: count }, (_, index) => `version-${(turn + index) % (VERSIONS / 2)}`);
  const both = [...new Set(targets.flatMap((id) => [id, `version-${VERSIONS - 1 - Number(id.slice(8))}`]))];
  const head = await heads.findOne({ _id: 'tenant' }, { session });
  const found = await records.find({ _id: { $in: both } }, { session, projection: { v: 1 } }).toArray();
  await heads.replaceOne({ _id: 'tenant' }, { c: head.c + count, z: 0, s: head.s + count }, { session });
  await records.bulkWrite(
    found.map(({ _id, v }) => ({ replaceOne: { filter: { _id, v }, replacement: { v: v + 1, r: RECORD } } })),
    { session },
  );
  const added = targets.map((_, index) => ({ _id: randomUUID(), s: head.s + index + 1, x: EVENT }));
  await (count === 1 ? events.insertOne(added[0], { session }) : events.insertMany(added, { session }));
  turn += count;
};

const waiting = [];
let writing = false;
const commitGroups = async () => {
  writing = true;
  while (waiting.length > 0) {
    const group = waiting.splice(0, 64);
    await client.withSession((session) => session.withTransaction(() => writeGroup(session, group.length)));
    for (const done of group) done();
  }
  writing = false;
};
const publish = async () => {
  await revisions();
  await records.findOne({ _id: 'version-0' });
  await records.find({ _id: 'version-1' }).limit(1).toArray();
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
