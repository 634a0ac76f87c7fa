import { type ApiToken, addSeconds, type DeliveryTest, type Destination } from '@govgate/domain';
import {
  apiTokenKind,
  deliveryTestKind,
  destinationKind,
  type IdempotencyEntry,
  idempotencyKind,
} from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeBench, PROD_SCOPE, START, TENANT } from '../testing/use-case-bench.js';
import { makeRemoveExpired } from './remove-expired.js';

const DAY = 24 * 3600;
const JOB = {
  job: 'remove_expired',
  jobId: 'x',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};

const entry = (entryId: string, ageSeconds: number): IdempotencyEntry => ({
  entryId,
  tenantId: TENANT,
  caller: 'user:ada',
  fingerprint: 'f',
  state: 'answered',
  createdAt: addSeconds(START, -ageSeconds),
  updatedAt: addSeconds(START, -ageSeconds),
  kilobytes: 1,
  output: '{}',
});

const test = (testId: string, ageDays: number, state: DeliveryTest['state']): DeliveryTest => ({
  testId,
  ...PROD_SCOPE,
  destinationId: 'dst_1',
  requestId: 'req_1',
  eventId: 'evt_1',
  state,
  generation: 1,
  handedOutAt: START,
  requestedAt: addSeconds(START, -ageDays * DAY),
  completedAt: null,
  outcome: null,
});

const destination: Destination = {
  destinationId: 'dst_1',
  ...PROD_SCOPE,
  kind: 'webhook',
  enabled: true,
  destinationRef: 'dstref_sample_1',
  endpointRef: 'epref_sample_1',
  endpointSecretRef: null,
  tokenSecretRef: null,
  signingKeyRef: null,
  duplicatesExportJobs: false,
  retentionPolicy: { metadataRetentionDays: 7, exportFormat: 'json' },
  disabledAt: null,
  disableReasonCode: null,
  createdAt: START,
  updatedAt: START,
};

const token = (tokenId: string, ends: Pick<ApiToken, 'expiresAt' | 'revokedAt'>): ApiToken => ({
  tokenId,
  tenantId: TENANT,
  subjectType: 'user',
  subjectId: 'ada',
  secretHash: 'h',
  environmentIds: null,
  permissions: null,
  createdBy: 'cli',
  madeBy: [],
  ancestors: [],
  createdAt: addSeconds(START, -400 * DAY),
  revokedBy: ends.revokedAt === null ? null : 'cli',
  ...ends,
});

describe('the removal of what has expired', () => {
  it('covers API tokens that ended more than thirty days ago, each with its event', async () => {
    const bench = await makeBench();
    const ago = (days: number) => addSeconds(START, -days * DAY);
    await bench.put(
      apiTokenKind,
      token('expired_long', { expiresAt: ago(31), revokedAt: null }),
      token('expired', { expiresAt: ago(30), revokedAt: null }),
      token('revoked_long', { expiresAt: null, revokedAt: ago(31) }),
      token('revoked', { expiresAt: ago(40), revokedAt: ago(29) }),
      token('endless', { expiresAt: null, revokedAt: null }),
      token('later', { expiresAt: addSeconds(START, DAY), revokedAt: null }),
    );
    await makeRemoveExpired(bench.ports)(JOB, { aborted: false });
    const kept = await bench.store.records.page(apiTokenKind, { installation: true }, { limit: 10 });
    const { items } = await bench.store.auditTrail.page(TENANT, {
      filter: { eventType: 'api_token.removed' },
      direction: 'asc',
      limit: 10,
    });
    expect(kept.items.map(({ record }) => record.tokenId)).to.deep.equal([
      'endless',
      'expired',
      'later',
      'revoked',
    ]);
    expect(items.map(({ resource, actor }) => [resource.resourceId, actor.actorId])).to.deep.equal([
      ['expired_long', 'worker'],
      ['revoked_long', 'worker'],
    ]);
  });

  it('covers answers older than a day and checks past their destination’s retention, and nothing else', async () => {
    const bench = await makeBench();
    await bench.put(destinationKind, destination);
    const old = Array.from({ length: 450 }, (_, i) => entry(`old_${i}`, DAY + 1 + i));
    await bench.put(idempotencyKind, ...old, entry('young', DAY - 1));
    await bench.put(
      deliveryTestKind,
      test('job_old', 8, 'completed'),
      test('job_young', 6, 'completed'),
      test('job_queued', 8, 'queued'),
    );
    await makeRemoveExpired(bench.ports)(JOB, { aborted: false });
    const entries = await bench.store.records.page(idempotencyKind, { tenantId: TENANT }, { limit: 10 });
    const tests = await bench.store.records.page(deliveryTestKind, PROD_SCOPE, { limit: 10 });
    expect([
      entries.items.map(({ record }) => record.entryId),
      tests.items.map(({ record }) => record.testId),
    ]).to.deep.equal([['young'], ['job_queued', 'job_young']]);
  });
});
