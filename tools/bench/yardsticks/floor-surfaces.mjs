// The floor of a page of surfaces in a real tenant: fifty stored texts in key order, the live sessions of those fifty and their
// events of a day counted in an index each, their total from a counter. A POST is a publish in a group.
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { publishesOn } from './floor-publishes.mjs';
import { openFloorStore } from './floor-store.mjs';
import { answer, port } from './settings.mjs';

const SURFACES = Number(process.env.BENCH_SURFACES);
const SESSIONS = Number(process.env.BENCH_SESSIONS);
const PAGE = 50;
const idOf = (index) => `surface-${String(index).padStart(5, '0')}`;

const db = openFloorStore();
db.exec(`
  CREATE TABLE surfaces (id TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE sessions (id INTEGER PRIMARY KEY, surface TEXT NOT NULL);
  CREATE INDEX sessions_by_surface ON sessions (surface);
  CREATE TABLE seen (id INTEGER PRIMARY KEY, surface TEXT NOT NULL, at TEXT NOT NULL, outcome TEXT NOT NULL);
  CREATE INDEX seen_by_surface ON seen (surface, at, outcome);
`);
const text = JSON.stringify(answer.slice(0, Math.floor(answer.length / PAGE)));
db.exec('BEGIN');
const surface = db.prepare('INSERT INTO surfaces VALUES (?, ?)');
const session = db.prepare('INSERT INTO sessions (surface) VALUES (?)');
for (let index = 0; index < SURFACES; index += 1) surface.run(idOf(index), text);
for (let index = 0; index < SESSIONS; index += 1) session.run(idOf((index * 7) % SURFACES));
db.exec('COMMIT');
const publish = publishesOn(db);
const page = db.prepare('SELECT id, text FROM surfaces WHERE id > ? ORDER BY id LIMIT 50').raw(true);
const inList = 'surface IN (SELECT value FROM json_each(?)) GROUP BY surface';
const sessions = db.prepare(`SELECT surface, count(*) FROM sessions WHERE ${inList}`).raw(true);
const events = db
  .prepare(`SELECT surface, count(*), sum(outcome = 'denied') FROM seen WHERE at > '2026' AND ${inList}`)
  .raw(true);
const total = db.prepare('SELECT sequence FROM heads WHERE tenant = ?').raw(true);
const body = koaBody();

const app = new Koa();
app.use(async (ctx) => {
  ctx.type = 'application/json';
  if (ctx.method === 'POST') {
    await body(ctx, publish);
    ctx.body = '{}';
    return;
  }
  const rows = page.all('');
  const ids = JSON.stringify(rows.map(([id]) => id));
  const live = new Map(sessions.all(ids));
  const seen = new Map(events.all(ids));
  const items = rows.map(
    ([id, own]) => `{"sessions":${live.get(id) ?? 0},"events":${seen.get(id) ?? 0},"text":${own}}`,
  );
  ctx.body = `{"total":${total.get('tenant')[0]},"items":[${items.join()}]}`;
});
app.listen(port, '127.0.0.1');
