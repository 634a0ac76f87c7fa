// What a publish of the product cannot go below: its own statements over its own store (tables, indexes, tallies), the event's hash and
// text, Koa with the router and koa-body, and nothing in between: no permission, no rule, no decision, no limit, no log. Where a
// statement of the product changes, this one has to follow.
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import Database from 'libsql';
import { answer, port } from './settings.mjs';

const TENANT = 'default';
const VERSION = `SELECT version, doc, CASE WHEN form_version = version THEN shape ELSE 1 END, row_no,
  CASE WHEN form_version = version THEN part END FROM records_policy_version`;

const db = new Database(join(process.env.BENCH_FOLDER, 'govgate.db'));
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768;');
const raw = (sql) => db.prepare(sql).raw(true);
const read = raw(`${VERSION} WHERE tenant_id = ? AND environment_id = ? AND id = ?`);
const readActive =
  raw(`${VERSION} INDEXED BY records_policy_version_by_a_status_id WHERE tenant_id = ? AND environment_id = ?
  AND a_status = ? ORDER BY id ASC LIMIT ?`);
const readApprovals = raw(
  'SELECT version, doc FROM records_approval_ledger WHERE tenant_id = ? AND environment_id = ? AND id = ?',
);
const premise = raw(
  'SELECT version FROM records_approval_ledger WHERE tenant_id = ? AND environment_id = ? AND id = ?',
);
const update =
  db.prepare(`UPDATE records_policy_version SET doc = ?, change_seq = ?, a_status = ?, a_ownerTeam = ?,
  u_one_active = ?, version = version + 1, form = 4, form_version = version + 1, shape = 2
  WHERE tenant_id = ? AND environment_id = ? AND id = ? AND version = ? AND part = ? AND form_version = version`);
const insertEvent = db.prepare(`INSERT INTO audit_events (tenant_id, sequence, text, hash) VALUES (?, ?, iif(
  EXISTS (SELECT 1 FROM audit_events INDEXED BY audit_events_by_id WHERE audit_event_id = ?), NULL, ?), ?)`);
const readHead = raw(
  'SELECT sequence, hash, content_revision, authorization_revision FROM tenant_heads WHERE tenant_id = ?',
);
const writeHead = db.prepare(
  `INSERT INTO tenant_heads VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET sequence = excluded.sequence,
  hash = excluded.hash, content_revision = excluded.content_revision, authorization_revision = excluded.authorization_revision`,
);
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');
const [eventText, eventIdThere] = raw(
  "SELECT text, audit_event_id FROM audit_events WHERE event_type = 'policy.published' LIMIT 1",
).get();
// Each publish has its own id, as the product's has: what is computed from its text for the indexes is its own.
const [beforeId, afterId] = eventText.split(eventIdThere);

/** Whether a version was still what was read of it, and no other one active. */
const updateVersion = ([version, doc, , , part], environment, id, [from, to]) => {
  const text = doc.replace(`"status":"${from}"`, `"status":"${to}"`);
  const active = to === 'active' ? 'active' : null;
  try {
    return update.run(text, 0, to, 'bench', active, TENANT, environment, id, version, part).changes === 1;
  } catch (error) {
    if (error.code === 'SQLITE_CONSTRAINT_UNIQUE') return false;
    throw error;
  }
};

/** What a publish reads outside the transaction, as the product does. */
const decide = (environment, id) => {
  const target = read.get(TENANT, environment, id);
  const [active] = readActive.all(TENANT, environment, 'active', 2);
  readApprovals.get(TENANT, environment, 'approvals');
  return { environment, id, target, active };
};

const writePublish = ({ environment, id, target, active }, head) => {
  premise.get(TENANT, environment, 'approvals');
  const activeId = active === undefined ? undefined : JSON.parse(active[1]).policyVersion;
  // A round begins with what the one before ended with: nothing to write.
  if (activeId === id) return true;
  const isWritten =
    (activeId === undefined || updateVersion(active, environment, activeId, ['active', 'superseded'])) &&
    updateVersion(target, environment, id, [JSON.parse(target[1]).status, 'active']);
  if (isWritten) writeEvent(head);
  return isWritten;
};

const writeEvent = (head) => {
  const eventId = `evt_${randomUUID()}`;
  const text = `${beforeId}${eventId}${afterId}`;
  head.sequence += 1;
  head.hash = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  insertEvent.run(TENANT, head.sequence, eventId, text, head.hash);
};

let waiting = [];
const commitGroup = () => {
  const group = waiting;
  waiting = [];
  begin.run();
  const [sequence, hash, content, authorization] = readHead.get(TENANT);
  const head = { sequence, hash };
  for (const { publish } of group) {
    // Where two of a group meet in one environment, the second is decided again on what the first has written.
    if (writePublish(publish, head) || writePublish(decide(publish.environment, publish.id), head)) continue;
    throw new Error(`${publish.id} was not written: the product's statements differ from these`);
  }
  writeHead.run(TENANT, head.sequence, head.hash, content + group.length, authorization);
  commit.run();
  for (const { done } of group) done();
};

const published = (publish) =>
  new Promise((done) => {
    if (waiting.length === 0) setImmediate(commitGroup);
    waiting.push({ publish, done });
  });

const router = new Router();
router.post('/v1/policies/:id/publish', koaBody(), async (ctx) => {
  await published(decide(ctx.query.environment_id, ctx.params.id));
  ctx.type = 'application/json';
  ctx.body = answer;
});
// The bench asks with GET whether the server is ready.
router.get('/', (ctx) => {
  ctx.body = '';
});
new Koa().use(router.routes()).listen(port, '127.0.0.1');
