// The floor of a publish: the five writes that no store can leave out, committed in groups, each answer after its commit.
import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { openFloorStore } from './floor-store.mjs';
import { answer, port } from './settings.mjs';

const VERSIONS = 200;
const DOCUMENT = JSON.stringify('x'.repeat(3_300));
const AUDIT_TEXT = JSON.stringify('x'.repeat(750));

const db = openFloorStore();
const insert = db.prepare('INSERT INTO documents VALUES (?, 1, ?)');
for (let index = 0; index < VERSIONS; index += 1) insert.run(`version-${index}`, DOCUMENT);
const write = {
  document: db.prepare('UPDATE documents SET version = version + 1, text = ? WHERE id = ?'),
  audit: db.prepare('INSERT INTO audit VALUES (?, ?, ?)'),
  head: db.prepare('UPDATE heads SET sequence = ? WHERE tenant = ?'),
  outbox: db.prepare('INSERT INTO outbox (subject) VALUES (?)'),
};
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');

let sequence = 0;
let active = 0;
const publish = () => {
  const target = (active + 1) % VERSIONS;
  sequence += 1;
  write.document.run(DOCUMENT, `version-${target}`);
  write.document.run(DOCUMENT, `version-${active}`);
  write.audit.run(sequence, randomUUID(), AUDIT_TEXT);
  write.head.run(sequence, 'tenant');
  write.outbox.run(`version-${target}`);
  active = target;
};

let waiting = [];
const commitGroup = () => {
  const group = waiting;
  waiting = [];
  begin.run();
  for (let index = 0; index < group.length; index += 1) publish();
  commit.run();
  for (const done of group) done();
};
const inNextGroup = () =>
  new Promise((done) => {
    if (waiting.length === 0) setImmediate(commitGroup);
    waiting.push(done);
  });

const app = new Koa();
app.use(koaBody());
app.use(async (ctx) => {
  // The bench asks with GET whether the server is ready.
  if (ctx.method === 'POST') await inNextGroup();
  ctx.type = 'application/json';
  ctx.body = answer;
});
app.listen(port, '127.0.0.1');
