// The floor of a read: one select of the stored text by its key, and Koa.
import Koa from 'koa';
import { openFloorStore } from './floor-store.mjs';
import { answer, port } from './settings.mjs';

const db = openFloorStore();
db.prepare('INSERT INTO documents VALUES (?, 1, ?)').run('one', answer);
const select = db.prepare('SELECT text FROM documents WHERE id = ?').raw(true);

const app = new Koa();
app.use((ctx) => {
  ctx.type = 'application/json';
  ctx.body = select.get('one')[0];
});
app.listen(port, '127.0.0.1');
