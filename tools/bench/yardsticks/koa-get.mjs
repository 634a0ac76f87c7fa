// The limit of a read: Koa sends a text that lies ready, whatever is asked.
import Koa from 'koa';
import { answer, port } from './settings.mjs';

const app = new Koa();
app.use((ctx) => {
  ctx.type = 'application/json';
  ctx.body = answer;
});
app.listen(port, '127.0.0.1');
