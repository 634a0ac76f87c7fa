import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allOperations, type Operation } from '@govgate/adapter-http';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import { expect } from 'chai';
import Database from 'libsql';
import { type BundledEntry, bundleEntry } from '../../testing/bundled-entry.js';
import type { KillPoint } from '../../testing/failpoint-service.js';
import { SAMPLE_RECORDS } from '../../testing/operation-samples.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { sampleOf, sendSample } from '../../testing/send-sample.js';
import { changedTables, dumpSqlite } from '../../testing/sqlite-dump.js';
import { type Answered, makeCall, startTestService } from '../../testing/test-service.js';
import { makeWorld, putRecords, TENANT, type Tokens } from '../../testing/world.js';

const ENTRY = fileURLToPath(new URL('../../testing/failpoint-service.ts', import.meta.url));
const START_MS = 30_000;
const AT_ONCE = 2;

const STORE_POINTS = ['before_txn', 'after_state_write', 'after_audit_write', 'after_commit'] as const;
const HANDOVER_POINTS = ['before_enqueue', 'before_mark'] as const;
const IN_CI = [
  'publishPolicy',
  'createRoleBinding',
  'terminateSession',
  'changeCredentialApproval',
  'registerMcpServer',
  'testDestination',
];

const changing = allOperations.filter(({ audited, id }) => audited !== undefined && id !== 'reportHeartbeat');
const operations = LONG_FORM ? changing : changing.filter(({ id }) => IN_CI.includes(id));

interface Combination {
  readonly operation: Operation;
  readonly point: KillPoint;
}

const combinations: readonly Combination[] = operations.flatMap((operation) => [
  ...STORE_POINTS.map((point) => ({ operation, point })),
  ...(operation.id === 'testDestination' ? HANDOVER_POINTS : []).map((point) => ({ operation, point })),
]);

describe('A2: a killed process leaves no half change', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-a2-'));
  const template = join(folder, 'template.db');
  let tokens: Tokens;
  let entry: BundledEntry;

  before(async function () {
    this.timeout(60_000);
    entry = await bundleEntry(ENTRY);
    const store = await openSqliteStore({ file: template, kinds: ALL_KINDS });
    const service = await startTestService({ store });
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
    await service.stop();
  });

  after(() => {
    entry.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends an operation to a process that dies at a point of it; gives the file it leaves. */
  const killAt = async (
    { operation, point }: Combination,
    headers: Record<string, string>,
  ): Promise<string> => {
    const file = join(folder, `${operation.id}-${point}.db`);
    cpSync(template, file);
    const child = spawn(process.execPath, [entry.file, file, point], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('exit', (_, signal) => resolve(signal)),
    );
    const url = await listening(child.stderr);
    const answered = await sendSample(makeCall(url), operation, tokens.admin, { headers }).then(
      ({ status, text }) => `${status} ${text}`,
      () => undefined,
    );
    child.kill('SIGKILL');
    await ended;
    if (answered !== undefined) throw new Error(`${operation.id} never came to ${point}: ${answered}`);
    return file;
  };

  /** What is wrong after the kill, after the restart and after the retry. */
  const wrongAfter = async (combination: Combination): Promise<readonly string[]> => {
    const { operation, point } = combination;
    const requestId = `req-a2-${operation.id}-${point}`;
    const headers = { ...sampleOf(operation).headers, 'idempotency-key': 'a2' };
    const file = await killAt(combination, { ...headers, 'x-request-id': requestId });
    const left = wrongIn(template, file, requestId, isCommitted(point));
    ageClaims(file);
    const store = await openSqliteStore({ file, kinds: ALL_KINDS });
    const service = await startTestService({ store, work: true });
    try {
      const retry = await sendSample(service.call, operation, tokens.admin, { headers });
      const told = retry.status < 300 ? [] : [`the retry answers ${retry.status} ${retry.text}`];
      const trail = await trailFaults(
        service.store,
        service.call('/v1/audit/verify', { token: tokens.admin }),
        operation,
      );
      return [...left, ...told, ...trail].map((fault) => `${operation.id} at ${point}: ${fault}`);
    } finally {
      await service.stop();
    }
  };

  it(`keeps state and trail together at ${combinations.length} kills, and a retry gives the first result`, async function () {
    this.timeout(combinations.length * 10_000);
    const waiting = [...combinations];
    const wrong: string[] = [];
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        wrong.push(...(await wrongAfter(next)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    tellProof({
      id: 'A2',
      what: 'kill points × operations, SQLite',
      trials: combinations.length,
      broken: wrong.length,
    });
    expect(wrong).to.deep.equal([]);
  });

  it('finds a change that lost its event, and an event that lost its change', async () => {
    const [first] = combinations.filter(({ point }) => point === 'after_commit');
    if (first === undefined) throw new Error('no combination');
    const file = await killAt(first, { ...sampleOf(first.operation).headers, 'x-request-id': 'req-planted' });
    expect(wrongIn(template, file, 'req-planted', true)).to.deep.equal([]);
    execute(file, `DELETE FROM audit_events WHERE text LIKE '%req-planted%'`);
    expect(wrongIn(template, file, 'req-planted', true)).not.to.deep.equal([]);
    expect(wrongIn(template, file, 'req-planted', false)).not.to.deep.equal([]);
  });
});

const isCommitted = (point: KillPoint): boolean =>
  point === 'after_commit' || point === 'before_enqueue' || point === 'before_mark';

/** Claims of Idempotency-Keys are bookkeeping; everything else in a table of records is state. */
const isState = (table: string): boolean =>
  table.startsWith('records_') && table !== 'records_idempotency_entry';

const wrongIn = (before: string, after: string, requestId: string, committed: boolean): readonly string[] => {
  const dump = dumpSqlite(after);
  const changed = changedTables(dumpSqlite(before), dump).some(isState);
  const events = (dump.audit_events ?? []).filter((row) => row.includes(requestId));
  return [
    ...(changed === committed ? [] : [changed ? 'the state changed' : 'the state did not change']),
    ...(events.length === (committed ? 1 : 0) ? [] : [`${events.length} events tell of it`]),
  ];
};

const trailFaults = async (
  store: GovernanceStore,
  verified: Promise<Answered>,
  { audited, id }: Operation,
): Promise<readonly string[]> => {
  const { json } = await verified;
  const page = await store.auditTrail.page(TENANT, {
    filter: { outcome: 'success', actorId: 'ada' },
    direction: 'asc',
    limit: 50,
  });
  const events = page.items.filter(({ eventType }) => eventType === audited?.eventType).length;
  const limit = Date.now() + 10_000;
  while ((await store.outbox.pending(1)).length > 0 && Date.now() < limit)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return [
    ...(events === 1 ? [] : [`${events} events of ${id} after the retry`]),
    ...((await store.outbox.pending(1)).length === 0 ? [] : ['the outbox does not drain']),
    ...(json.valid === true ? [] : ['the chain is broken']),
  ];
};

// A claim whose process died is free after half a minute; here that time has passed at once.
const ageClaims = (file: string): void =>
  execute(
    file,
    `UPDATE records_idempotency_entry SET doc = json_set(doc, '$.updatedAt', '2026-01-01T00:00:00.000Z')
      WHERE json_extract(doc, '$.state') = 'running'`,
  );

const execute = (file: string, sql: string): void => {
  const database = new Database(file);
  database.exec(sql);
  database.close();
};

const listening = (stderr: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const limit = setTimeout(() => reject(new Error(`it did not start: ${text}`)), START_MS);
    stderr.on('data', (chunk) => {
      text += chunk;
      const url = /listens on (\S+)/.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      resolve(url);
    });
    stderr.once('end', () => reject(new Error(`it ended: ${text}`)));
  });
