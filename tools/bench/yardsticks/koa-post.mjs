// The limit of a write or a question: Koa finds the route, reads the body as JSON and sends a text that lies ready.
import Router from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { answer, port } from './settings.mjs';

const router = new Router();
router.get('/', (ctx) => {
  ctx.body = 'ready';
});
for (const path of ['/v1/policies/:id/publish', '/v1/authzen/:environment_id/access/v1/:api'])
  router.post(path, koaBody(), (ctx) => {
    ctx.type = 'application/json';
    ctx.body = answer;
  });
new Koa().use(router.routes()).listen(port, '127.0.0.1');
