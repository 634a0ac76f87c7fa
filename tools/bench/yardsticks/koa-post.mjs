// The limit of a write: Koa reads the body as JSON and sends a text that lies ready.
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { answer, port } from './settings.mjs';

const app = new Koa();
app.use(koaBody());
app.use((ctx) => {
  ctx.type = 'application/json';
  ctx.body = answer;
});
app.listen(port, '127.0.0.1');
