import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allOperations, type Operation } from '@govgate/adapter-http';
import { expect } from 'chai';
import {
  type AuditFault,
  type FaultyAuditStore,
  openFaultyAuditStore,
} from '../../testing/faulty-audit-store.js';
import { SAMPLE_RECORDS } from '../../testing/operation-samples.js';
import { tellProof } from '../../testing/proof-record.js';
import { sampleOf, sendSample } from '../../testing/send-sample.js';
import { changedTables, dumpSqlite } from '../../testing/sqlite-dump.js';
import { startTestService, type TestService } from '../../testing/test-service.js';
import { makeWorld, putRecords, TENANT, type Tokens } from '../../testing/world.js';

// A heartbeat is what a plane observed, not a change that somebody decided: it is kept without an event (its refusals are audited).
const changing = allOperations.filter(({ audited, id }) => audited !== undefined && id !== 'reportHeartbeat');
const ANSWER_MS = 6_000;

describe('A1: no change without its audit event', () => {
  let folder: string;
  let file: string;
  let faulty: FaultyAuditStore;
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-a1-'));
    file = join(folder, 'govgate.db');
    faulty = await openFaultyAuditStore(file);
    service = await startTestService({ store: faulty.store });
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
  });

  afterEach(async () => {
    faulty.plant('none');
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What is wrong with an operation's answer while its audit event cannot be written. */
  const wrongIn = async (operation: Operation, headers: Record<string, string> = {}): Promise<string[]> => {
    const startedAt = performance.now();
    const answer = await sendSample(service.call, operation, tokens.admin, {
      headers: { ...sampleOf(operation).headers, ...headers },
    });
    const took = performance.now() - startedAt;
    return [
      ...(answer.status === 503 && answer.json.reasonCode === 'audit_unavailable'
        ? []
        : [`${operation.id} answers ${answer.status} ${answer.json?.reasonCode}`]),
      ...(answer.status !== 503 || answer.headers.get('retry-after') !== null
        ? []
        : [`${operation.id} no Retry-After`]),
      ...(took <= ANSWER_MS ? [] : [`${operation.id} took ${Math.round(took)} ms`]),
    ];
  };

  const wrongStateAfter = async (what: string, act: () => Promise<string[]>): Promise<string[]> => {
    const before = dumpSqlite(file);
    const wrong = await act();
    const { waiting, delayed } = await service.ports.jobQueue.depth();
    return [
      ...wrong,
      ...changedTables(before, dumpSqlite(file)).map((table) => `${what} changed ${table}`),
      ...(waiting + delayed === 0 ? [] : [`${what} enqueued a job`]),
    ];
  };

  const oneByOne = async (headers?: Record<string, string>): Promise<string[]> => {
    const wrong: string[] = [];
    for (const operation of changing)
      wrong.push(...(await wrongStateAfter(operation.id, () => wrongIn(operation, headers))));
    return wrong;
  };

  const atOnce = (): Promise<string[]> =>
    wrongStateAfter('some operation', async () =>
      (await Promise.all(changing.map((operation) => wrongIn(operation)))).flat(),
    );

  const tell = (fault: AuditFault, wrong: readonly string[]): void =>
    tellProof({ id: 'A1', what: `audit ${fault}`, trials: changing.length, broken: wrong.length });

  for (const fault of ['throws', 'duplicate_id', 'validator_rejects'] as const) {
    it(`answers 503 and changes nothing when audit ${fault.replace('_', ' ')}, in every operation`, async () => {
      faulty.plant(fault);
      const wrong = await oneByOne();
      tell(fault, wrong);
      expect(wrong).to.deep.equal([]);
    });
  }

  it('answers 503 in time and changes nothing when audit hangs, in every operation', async () => {
    faulty.plant('hangs');
    const wrong = await atOnce();
    tell('hangs', wrong);
    expect(wrong).to.deep.equal([]);
  });

  it('lets go of the Idempotency-Key of a call whose audit failed, so that its retry succeeds', async () => {
    const key = { 'idempotency-key': 'a1' };
    faulty.plant('throws');
    const publish = changing.filter(({ id }) => id === 'publishPolicy');
    for (const operation of publish) expect(await wrongIn(operation, key)).to.deep.equal([]);
    faulty.plant('none');
    for (const operation of publish) {
      const answer = await sendSample(service.call, operation, tokens.admin, { headers: key });
      expect(answer.status, answer.text).to.equal(200);
    }
  });

  for (const bug of ['bug_skips_audit', 'bug_audits_afterwards'] as const) {
    it(`finds a store that ${bug.replace('bug_', '').replace('_', ' ')}`, async () => {
      faulty.plant(bug);
      expect((await oneByOne()).length).to.be.greaterThan(changing.length / 2);
    });
  }
});
