// The floor of reads beside writes: a GET is one select of a stored text by its key, a POST the five writes of a publish in a group.
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { publishesOn } from './floor-publishes.mjs';
import { openFloorStore } from './floor-store.mjs';
import { answer, port } from './settings.mjs';

const db = openFloorStore();
const publish = publishesOn(db);
db.prepare('INSERT INTO documents VALUES (?, 1, ?)').run('one', answer);
const select = db.prepare('SELECT text FROM documents WHERE id = ?').raw(true);
const body = koaBody();

const app = new Koa();
app.use(async (ctx) => {
  ctx.type = 'application/json';
  if (ctx.method === 'POST') await body(ctx, publish);
  ctx.body = select.get('one')[0];
});
app.listen(port, '127.0.0.1');
