// The floor of a page of surfaces in a real tenant: fifty stored texts in the order of their names, the live sessions of those fifty
// and their events of the last 24 hours counted in an index each, their total from a counter. The rows are the product's own. A POST is
// a publish in a group.
import { readFileSync } from 'node:fs';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { publishesOn } from './floor-publishes.mjs';
import { openFloorStore } from './floor-store.mjs';
import { answer, port } from './settings.mjs';

const PAGE = 50;
const DAY_MS = 24 * 3_600_000;
const rows = JSON.parse(readFileSync(process.env.BENCH_ROWS, 'utf8'));

const db = openFloorStore();
db.exec(`
  CREATE TABLE surfaces (name TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (name, id)) WITHOUT ROWID;
  CREATE TABLE sessions (id INTEGER PRIMARY KEY, surface TEXT NOT NULL);
  CREATE INDEX sessions_by_surface ON sessions (surface);
  CREATE TABLE seen (id INTEGER PRIMARY KEY, surface TEXT NOT NULL, at TEXT NOT NULL, outcome TEXT NOT NULL);
  CREATE INDEX seen_by_surface ON seen (surface, at, outcome);
`);
const text = JSON.stringify(answer.slice(0, Math.floor(answer.length / PAGE)));
db.exec('BEGIN');
const surface = db.prepare('INSERT INTO surfaces VALUES (?, ?, ?)');
const session = db.prepare('INSERT INTO sessions (surface) VALUES (?)');
const event = db.prepare('INSERT INTO seen (surface, at, outcome) VALUES (?, ?, ?)');
for (const [id, name] of rows.surfaces) surface.run(name, id, text);
for (const id of rows.live) session.run(id);
for (const [id, at, outcome] of rows.events) event.run(id, at, outcome);
db.exec('COMMIT');
const publish = publishesOn(db);
const page = db.prepare('SELECT id, text FROM surfaces WHERE name > ? ORDER BY name, id LIMIT 50').raw(true);
const inList = 'surface IN (SELECT value FROM json_each(?)) GROUP BY surface';
const sessions = db.prepare(`SELECT surface, count(*) FROM sessions WHERE ${inList}`).raw(true);
const events = db
  .prepare(`SELECT surface, count(*), sum(outcome = 'denied') FROM seen WHERE at > ? AND ${inList}`)
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
  const shown = page.all('');
  const ids = JSON.stringify(shown.map(([id]) => id));
  const dayAgo = new Date(Date.now() - DAY_MS).toISOString();
  const live = new Map(sessions.all(ids));
  const seen = new Map(events.all(dayAgo, ids).map(([id, ...counts]) => [id, counts]));
  const items = shown.map(([id, own]) => {
    const [audits = 0, denials = 0] = seen.get(id) ?? [];
    return `{"sessions":${live.get(id) ?? 0},"audits":${audits},"denials":${denials},"text":${own}}`;
  });
  ctx.body = `{"total":${total.get('tenant')[0]},"items":[${items.join()}]}`;
});
app.listen(port, '127.0.0.1');
