import {
  type AuditCaller,
  auditEventBy,
  DELIVERY_CHECK,
  firstJobOf,
  makeRelayOutbox,
  makeRunDeliveryTest,
  makeSweepDeliveryTests,
  systemCaller,
} from '@govgate/application';
import type { DeliveryTest } from '@govgate/domain';
import { MOST_GENERATIONS } from '@govgate/domain/internal';
import {
  deliveryTestKind,
  destinationKind,
  type Job,
  type OutboxEntry,
  PortUnavailable,
  tenantKind,
} from '@govgate/ports';
import { createMemoryStore, manualClock, sequentialIds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { makeInProcessQueue } from '../queue/in-process-queue.js';
import { scheduledJob } from './schedule-table.js';

const SCOPE = { tenantId: 'acme', environmentId: 'production' };
const START = '2026-03-01T12:00:00.000Z';
const GO_ON = { aborted: false };
const ROUND = scheduledJob('round', 'round_1');
const TEST_ID = 'job_1';

const test: DeliveryTest = {
  testId: TEST_ID,
  ...SCOPE,
  destinationId: 'dst_1',
  requestId: 'req_1',
  eventId: 'evt_asked',
  state: 'queued',
  generation: 1,
  handedOutAt: START,
  requestedAt: START,
  completedAt: null,
  outcome: null,
};

const entry: OutboxEntry = {
  entryId: TEST_ID,
  ...SCOPE,
  job: DELIVERY_CHECK,
  subjectId: TEST_ID,
  requestId: 'req_1',
  createdAt: START,
};

const destination = {
  destinationId: 'dst_1',
  ...SCOPE,
  kind: 'webhook',
  enabled: true,
  destinationRef: 'dstref_sample_1',
  endpointRef: 'epref_sample_1',
  endpointSecretRef: 'env:EXAMPLE',
  tokenSecretRef: null,
  signingKeyRef: null,
  duplicatesExportJobs: false,
  retentionPolicy: { metadataRetentionDays: 7, exportFormat: 'json' },
  disabledAt: null,
  disableReasonCode: null,
  createdAt: START,
  updatedAt: START,
} as const;

const makeBench = async () => {
  const store = createMemoryStore();
  const deps = { ...store, clock: manualClock(START), ids: sequentialIds(), jobQueue: makeInProcessQueue() };
  const caller: AuditCaller = systemCaller('cli', 'acme', 'req_1');
  const facts = { action: 'import', environmentId: null, resourceId: 'acme' };
  await store.unitOfWork.commit({
    changes: [
      { kind: tenantKind, record: { tenantId: 'acme', environments: ['production'] }, expectedVersion: null },
      { kind: destinationKind, record: destination, expectedVersion: null },
      { kind: deliveryTestKind, record: test, expectedVersion: null },
    ],
    audit: [auditEventBy(deps, caller, { ...facts, eventType: 'tenant.imported' })],
    outbox: [entry],
  });
  const sent: string[] = [];
  const run = makeRunDeliveryTest({
    ...deps,
    deliveryProbe: {
      check: async ({ eventId }) => {
        sent.push(eventId);
        return { reasonCode: 'delivered', retryable: false, latencyMs: 1, retryAfterSeconds: null };
      },
    },
  });
  const completions = async () => {
    const filter = { eventType: 'siem_webhook.test_completed' } as const;
    const { items } = await store.auditTrail.page('acme', { filter, direction: 'asc', limit: 10 });
    return items.map(({ reasonCode }) => reasonCode);
  };
  return { store, deps, sent, run, completions };
};

describe('checks that a queue may lose', () => {
  it('stay in the outbox while the queue is away, and are handed over when it is back', async () => {
    const { store, deps } = await makeBench();
    const away = { ...deps.jobQueue, enqueue: () => Promise.reject(new PortUnavailable('queue')) };
    await makeRelayOutbox({ outbox: store.outbox, jobQueue: away })(ROUND, GO_ON);
    expect((await store.outbox.pending(10)).length).to.equal(1);
    await makeRelayOutbox(deps)(ROUND, GO_ON);
    expect(await store.outbox.pending(10)).to.deep.equal([]);
    expect(await deps.jobQueue.holds(firstJobOf(entry).jobId)).to.equal(true);
  });

  it('are one job, however many processes hand them on', async () => {
    const { deps } = await makeBench();
    const relay = makeRelayOutbox(deps);
    await Promise.all([relay(ROUND, GO_ON), relay(ROUND, GO_ON)]);
    expect(await deps.jobQueue.depth()).to.deep.equal({ waiting: 1, active: 0, delayed: 0 });
  });

  it('run once, however often they are handed out, and are sent under the id of the request', async () => {
    const { run, sent, completions } = await makeBench();
    const job: Job = firstJobOf(entry);
    await Promise.all([run(job, GO_ON), run(job, GO_ON)]);
    await run({ ...job, jobId: 'job_1.2' }, GO_ON);
    expect(await completions()).to.deep.equal(['delivered']);
    expect(new Set(sent)).to.deep.equal(new Set(['evt_asked']));
  });

  it('are handed out anew under the next generation, by one of several sweepers, when the queue lost them', async () => {
    const { store, deps } = await makeBench();
    const sweep = makeSweepDeliveryTests(deps);
    await sweep(ROUND, GO_ON);
    expect((await deps.jobQueue.depth()).waiting).to.equal(0);
    deps.clock.advance(11_000);
    await Promise.all([sweep(ROUND, GO_ON), sweep(ROUND, GO_ON)]);
    expect(await deps.jobQueue.holds('job_1.2')).to.equal(true);
    expect((await deps.jobQueue.depth()).waiting).to.equal(1);
    deps.clock.advance(11_000);
    await sweep(ROUND, GO_ON);
    const stored = await store.records.get(deliveryTestKind, SCOPE, TEST_ID);
    expect(stored?.record.generation).to.equal(2);
  });

  it('are abandoned after a limited number of failed hand-outs, and the trail says so', async () => {
    const { deps, completions } = await makeBench();
    for (let i = 0; i <= MOST_GENERATIONS; i += 1) {
      deps.clock.advance(11_000);
      // Each hand-out goes to a queue that loses it.
      await makeSweepDeliveryTests({ ...deps, jobQueue: makeInProcessQueue() })(ROUND, GO_ON);
    }
    expect(await completions()).to.deep.equal(['retries_exhausted']);
  });
});
