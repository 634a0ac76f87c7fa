// The floor of a list: one select of a page of fifty stored texts in key order, one of a counter, and Koa.
import Koa from 'koa';
import { openFloorStore } from './floor-store.mjs';
import { answer, port } from './settings.mjs';

const PAGE = 50;
const db = openFloorStore();
const text = JSON.stringify(answer.slice(0, Math.floor(answer.length / PAGE)));
const insert = db.prepare('INSERT INTO documents VALUES (?, 1, ?)');
for (let index = 0; index < 4 * PAGE; index += 1)
  insert.run(`document-${String(index).padStart(5, '0')}`, text);
const page = db
  .prepare('SELECT group_concat(text) FROM (SELECT text FROM documents WHERE id > ? ORDER BY id LIMIT 50)')
  .raw(true);
const count = db.prepare('SELECT sequence FROM heads WHERE tenant = ?').raw(true);

const app = new Koa();
app.use((ctx) => {
  ctx.type = 'application/json';
  ctx.body = `{"total":${count.get('tenant')[0]},"items":[${page.get('')[0]}]}`;
});
app.listen(port, '127.0.0.1');
