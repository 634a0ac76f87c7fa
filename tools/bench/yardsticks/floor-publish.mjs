// The floor of a publish: the five writes that no store can leave out, committed in groups, each answer after its commit.
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { publishesOn } from './floor-publishes.mjs';
import { openFloorStore } from './floor-store.mjs';
import { answer, port } from './settings.mjs';

const publish = publishesOn(openFloorStore());

const app = new Koa();
app.use(koaBody());
app.use(async (ctx) => {
  // The bench asks with GET whether the server is ready.
  if (ctx.method === 'POST') await publish();
  ctx.type = 'application/json';
  ctx.body = answer;
});
app.listen(port, '127.0.0.1');
