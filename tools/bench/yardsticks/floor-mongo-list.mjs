// The floor of a page of surfaces on MongoDB: the bare driver reading of the product's own collections what a page shows. The tenant's
// revisions, fifty surfaces in the order of their names and how many there are, their live sessions, their events of the last 24 hours.
import { readFileSync } from 'node:fs';
import Koa from 'koa';
import { BSON, MongoClient } from 'mongodb';
import { port } from './settings.mjs';

const PAGE = 50;
const DAY_MS = 24 * 3_600_000;
const { head, surface, session } = BSON.EJSON.parse(readFileSync(process.env.BENCH_SHAPE, 'utf8'));

const client = await new MongoClient(process.env.BENCH_MONGO_URL, {
  readConcern: { level: 'majority' },
}).connect();
const db = client.db();
const heads = db.collection('heads');
const surfaces = db.collection('kind_client_surface');
const sessions = db.collection('kind_client_session');
const events = db.collection('audit_events');
const listed = { t: surface.t, e: surface.e, 'm.environment': 'production' };

const countsOf = async (found) => new Map((await found.toArray()).map(({ _id, ...counts }) => [_id, counts]));

const livingOn = (ids) =>
  countsOf(
    sessions.aggregate([
      { $match: { t: session.t, e: session.e, 'a.liveSurfaceId': { $in: ids } } },
      { $group: { _id: '$a.liveSurfaceId', count: { $sum: 1 } } },
    ]),
  );

const seenOn = (ids) =>
  countsOf(
    events.aggregate([
      {
        $match: {
          t: surface.t,
          rt: 'client_surface',
          ri: { $in: ids },
          at: { $gte: new Date(Date.now() - DAY_MS).toISOString() },
        },
      },
      {
        $group: {
          _id: '$ri',
          count: { $sum: 1 },
          denied: { $sum: { $cond: [{ $eq: ['$oc', 'denied'] }, 1, 0] } },
        },
      },
    ]),
  );

const page = async () => {
  await heads.findOne({ _id: head._id }, { projection: { _id: 0, c: 1, z: 1 } });
  const shown = surfaces
    .find(listed, { projection: { _id: 0, i: 1, r: 1 } })
    .sort({ 'a.displayName': 1, i: 1 })
    .limit(PAGE);
  const [found, total] = await Promise.all([shown.toArray(), surfaces.countDocuments(listed)]);
  const ids = found.map(({ i }) => i);
  const [living, seen] = await Promise.all([livingOn(ids), seenOn(ids)]);
  const items = found.map(({ i, r }) => {
    const { count = 0, denied = 0 } = seen.get(i) ?? {};
    return `{"sessions":${living.get(i)?.count ?? 0},"audits":${count},"denials":${denied},"record":${r}}`;
  });
  return `{"total":${total},"items":[${items.join()}]}`;
};

const app = new Koa();
app.use(async (ctx) => {
  ctx.type = 'application/json';
  // The bench asks for "/" whether the server is ready.
  ctx.body = ctx.path === '/' ? '{}' : await page();
});
app.listen(port, '127.0.0.1');
