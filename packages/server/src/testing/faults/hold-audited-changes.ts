import type { Operation } from '@govgate/adapter-http';
import { expect } from 'chai';
import { atOnce } from '../at-once.js';
import { tellProof } from '../proof-record.js';
import { CHANGING_OPERATIONS } from '../samples/changing-operations.js';
import { changedTables, type StoreDump } from '../stores/store-dump.js';
import { startTestService, type TestService } from '../test-service.js';
import { makeSampleTenant, type SampleTenant, sendAs } from '../worlds/sample-tenant.js';
import type { AuditFault, FaultyAuditStore } from './faulty-audit-store.js';

/** A caller gets an answer within this time, whatever is wrong with the trail. */
const ANSWER_MS = 6_000;
/** One operation waits for the product's own commit limit; a shorter one shows that it applies to all of them. */
const HASTY_COMMIT_MS = 500;

/** This many hanging calls run in parallel: they wait, and do nothing. */
const AT_ONCE = 16;

/** A store whose trail can be broken, and what it holds. */
export interface AuditBench {
  readonly faulty: FaultyAuditStore;
  dump(): Promise<StoreDump>;
  dispose(): Promise<void>;
}

interface Expected {
  readonly headers?: Record<string, string>;
  readonly reasonCodes?: readonly string[];
  readonly mostAtOnce?: number;
}

/** What is wrong in an answer that must say that nothing was changed. */
export const wrongAnswer = async (
  { id }: Operation,
  send: () => ReturnType<typeof sendAs>,
  reasonCodes: readonly string[] = ['audit_unavailable'],
): Promise<readonly string[]> => {
  const answers = [await timed(send)];
  // A busy machine may delay one answer; an endless wait happens again.
  if (answers.every(isLate)) answers.push(await timed(send));
  return [
    ...answers.flatMap(({ status, json, headers }) => [
      ...(status === 503 && reasonCodes.includes(json.reasonCode)
        ? []
        : [`${id} answers ${status} ${json?.reasonCode}`]),
      ...(status !== 503 || headers.get('retry-after') !== null ? [] : [`${id} no Retry-After`]),
    ]),
    ...(answers.every(isLate) ? answers.map(({ took }) => `${id} took ${Math.round(took)} ms`) : []),
  ];
};

/** Whether anything was handed to the queue. Without background work jobs only gather. */
export const hasJobs = async ({ ports }: TestService): Promise<boolean> => {
  const { waiting, delayed } = await ports.jobQueue.depth();
  return waiting + delayed > 0;
};

/** Holds every operation that changes something to its promise: no change without its audit event. */
export const holdAuditedChanges = (where: string, open: () => Promise<AuditBench>): void => {
  let bench: AuditBench;
  let service: TestService;
  let tenant: SampleTenant;
  let tenants = 0;

  before(async () => {
    bench = await open();
    service = await startTestService({ store: bench.faulty.store });
  });

  after(async () => {
    await service.stop();
    await bench.dispose();
  });

  // What one fault leaves in its tenant does not affect the next.
  beforeEach(async () => {
    tenants += 1;
    tenant = await makeSampleTenant(service.ports, `tenant_${tenants}`);
  });

  afterEach(() => bench.faulty.plant('none'));

  const wrongIn = (
    operation: Operation,
    { headers = {}, reasonCodes }: Expected = {},
  ): Promise<readonly string[]> =>
    wrongAnswer(operation, () => sendAs(service.call, tenant, operation, headers), reasonCodes);

  /** What is wrong in the answers of operations, one after the other or at once, and in the store after them. */
  const wrongAfter = async (
    operations: readonly Operation[],
    { mostAtOnce = 1, ...expected }: Expected = {},
  ): Promise<readonly string[]> => {
    const before = await bench.dump();
    const wrong = (await atOnce(mostAtOnce, operations, (one) => wrongIn(one, expected))).flat();
    wrong.push(...changedTables(before, await bench.dump()).map((table) => `${table} changed`));
    if (await hasJobs(service)) wrong.push('a job was enqueued');
    return wrong;
  };

  const publish = CHANGING_OPERATIONS.filter(({ id }) => id === 'publishPolicy');

  const hold = (fault: AuditFault, operations: readonly Operation[], expected?: Expected) => async () => {
    await bench.faulty.plant(fault);
    const wrong = await wrongAfter(operations, expected);
    tellProof({
      id: 'A1',
      what: `audit ${fault}, ${where}`,
      trials: operations.length,
      broken: wrong.length,
    });
    expect(wrong).to.deep.equal([]);
  };

  for (const fault of ['throws', 'duplicate_id', 'validator_rejects'] as const)
    it(
      `answers 503 and changes nothing when audit ${fault.replace('_', ' ')}, in every operation`,
      hold(fault, CHANGING_OPERATIONS),
    );

  it('answers 503 in time and changes nothing when audit hangs', hold('hangs', publish));

  it('answers 503 and changes nothing when audit hangs, in every operation', async () => {
    const patient = service;
    const store = { ...bench.faulty.store, close: async () => undefined };
    service = await startTestService({ store, commitMs: HASTY_COMMIT_MS });
    try {
      // In so short a time, writing what was read of an MCP server can be late as well.
      const reasonCodes = ['audit_unavailable', 'store_unavailable'];
      await hold('hangs', CHANGING_OPERATIONS, { mostAtOnce: AT_ONCE, reasonCodes })();
    } finally {
      await service.stop();
      service = patient;
    }
  });

  it('releases the Idempotency-Key of a call whose audit failed, so that its retry succeeds', async () => {
    const headers = { 'idempotency-key': 'a1' };
    await bench.faulty.plant('throws');
    for (const operation of publish) expect(await wrongIn(operation, { headers })).to.deep.equal([]);
    await bench.faulty.plant('none');
    for (const operation of publish) {
      const answer = await sendAs(service.call, tenant, operation, headers);
      expect(answer.status, answer.text).to.equal(200);
    }
  });

  for (const bug of ['bug_skips_audit', 'bug_audits_afterwards'] as const)
    it(`detects a store that ${bug.replace('bug_', '').replace('_', ' ')}`, async () => {
      await bench.faulty.plant(bug);
      const wrong = await wrongAfter(CHANGING_OPERATIONS);
      // The answer may still be right, so the content of the store must show it.
      expect(wrong.filter((one) => one.endsWith(' changed'))).not.to.deep.equal([]);
    });
};

const isLate = ({ took }: { readonly took: number }): boolean => took > ANSWER_MS;

const timed = async (send: () => ReturnType<typeof sendAs>) => {
  const startedAt = performance.now();
  return { ...(await send()), took: performance.now() - startedAt };
};
